import Foundation

/// Shows a sweep to browsers while the sweep's threads make runs.
struct SweepServer: Sendable {
  let report: LiveReport
  private let address: ListenAddress
  private let server: WebServer
  private let url: String

  /// Listens.
  ///
  /// To be made before other threads are: from here on one of them awaits what ends the command.
  /// - Parameters:
  ///   - address: where.
  ///   - report: to show.
  /// - Throws: `CommandError` with status 69 if the address is taken or none of this machine's.
  init(at address: ListenAddress, _ report: LiveReport) throws(CommandError) {
    Interruption.end(after: nil)
    self.report = report
    self.address = address
    server = try WebServer(
      at: address, ReportSite(report, at: address), orElse: "no --port to get one")
    url = address.url(port: server.port)
  }

  /// Prints its address, and a warning if other machines can reach it.
  func announce() {
    if !address.ip.isLoopback {
      Output.say(
        "warning: every client that reaches \(address.ip.text) can read the report; 127.0.0.1 "
          + "is for this "
          + "machine alone")
    }
    Output.say("note: watch it at \(url)")
  }

  /// Ends, or never does if it stays.
  ///
  /// Pages that are open get two seconds to see how it ended.
  func end(staying: Bool) {
    if staying {
      Output.say("note: it stays at \(url) until Ctrl-C ends it")
      Interruption.awaitEnd()
    }
    let deadline = ContinuousClock.now + .seconds(2)
    while report.isAwaited, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
    server.stop(after: .seconds(0.5))
  }
}
