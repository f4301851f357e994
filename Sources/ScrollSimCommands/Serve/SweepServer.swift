import Dispatch
import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// Shows a sweep to browsers while the sweep's threads make runs.
struct SweepServer: Sendable {
  let report: LiveReport
  private let address: ListenAddress
  private let server: HTTPServer
  private let url: String

  /// Listens.
  ///
  /// To be made before other threads are: from here on one of them awaits what ends the command.
  /// - Parameters:
  ///   - address: where.
  ///   - report: what is shown.
  /// - Throws: `CommandError` with status 69 if the address is taken or none of this machine's.
  init(at address: ListenAddress, _ report: LiveReport) throws(CommandError) {
    Interruption.end(after: nil)
    self.report = report
    self.address = address
    do {
      server = HTTPServer(
        address: try address.ip.socketAddress(port: address.port), logger: .disabled,
        handler: ReportHandler(report, at: address))
      url = address.url(port: try Self.listen(server))
    } catch { throw Self.sentence(error, address) }
  }

  /// Says where it is, and who else can see it.
  func announce() {
    if !address.ip.isLoopback {
      Output.say(
        "warning: whoever reaches \(address.ip.text) can read the report; 127.0.0.1 is for this "
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
    let isStopped = DispatchSemaphore(value: 0)
    Task.detached(priority: Self.priority) {
      await server.stop(timeout: 0.5)
      isStopped.signal()
    }
    isStopped.wait()
  }

  /// Above that of the sweep's threads, which would leave it none.
  private static let priority = TaskPriority.userInitiated

  /// Starts a server and waits until it listens.
  /// - Returns: the port.
  /// - Throws: what keeps it from listening.
  private static func listen(_ server: HTTPServer) throws -> UInt16 {
    let start = Start()
    Task.detached(priority: priority) {
      do { try await server.run() } catch { start.fail(error) }
    }
    Task.detached(priority: priority) {
      do {
        try await server.waitUntilListening(timeout: 60)
        switch await server.listeningAddress {
        case .ip4(_, let port), .ip6(_, let port): start.succeed(port)
        case .unix, nil: start.fail(SocketError.unsupportedAddress)
        }
      } catch { start.fail(error) }
    }
    return try start.wait()
  }

  private static func sentence(_ error: any Error, _ address: ListenAddress) -> CommandError {
    let (port, host) = (address.port, address.ip.text)
    guard case SocketError.failed(_, let code, _) = error else {
      return CommandError(.unavailable, "nothing can be served at \(host): \(error)")
    }
    return switch code {
    case EADDRINUSE:
      CommandError(
        .unavailable,
        "port \(port) of \(host) is taken; expected a free one, or no --port to get one")
    case EADDRNOTAVAIL:
      CommandError(
        .unavailable, "\(host) is no address of this machine; expected one, or no --host")
    default:
      CommandError(
        .unavailable, "port \(port) of \(host) cannot be had: \(Output.reason(code))")
    }
  }
}

/// How the start of a server came out, for whoever waits for it.
private final class Start: Sendable {
  private let outcome = Mutex<Result<UInt16, any Error>?>(nil)
  private let isKnown = DispatchSemaphore(value: 0)

  func succeed(_ port: UInt16) { settle(.success(port)) }

  /// Tells of a failure; after the start, whoever looks at pages has to know.
  func fail(_ error: any Error) {
    if !settle(.failure(error)), !(error is CancellationError) {
      Output.say("note: the page is not served any more: \(error)")
    }
  }

  func wait() throws -> UInt16 {
    isKnown.wait()
    return try outcome.withLock { try $0?.get() } ?? 0
  }

  @discardableResult
  private func settle(_ result: Result<UInt16, any Error>) -> Bool {
    let isFirst = outcome.withLock { outcome in
      guard outcome == nil else { return false }
      outcome = result
      return true
    }
    if isFirst { isKnown.signal() }
    return isFirst
  }
}
