import ScrollTraces

/// Serves a recorder's page until a recording is kept.
struct RecorderServer {
  private let site: RecorderSite
  private let address: ListenAddress
  private let server: WebServer

  /// Listens.
  /// - Throws: `CommandError` with status 69 if the address is taken or none of this machine's.
  init(_ recording: RecorderOutput, at address: ListenAddress) throws(CommandError) {
    Interruption.end(after: nil)
    var chance = SystemRandomNumberGenerator()
    self.address = address
    site = RecorderSite(recording, token: RecorderToken(using: &chance), at: address)
    server = try WebServer(at: address, site, orElse: "--port 0 to get one")
  }

  /// Prints where to go with a browser, with a warning if others can go there.
  func announce() {
    if !address.ip.isLoopback {
      Output.say(
        "warning: every client that reaches \(address.ip.text) and knows the address can record; "
          + "127.0.0.1 is for this machine alone")
    }
    Output.say("note: open \(address.url(port: server.port))\(site.token.text), scroll, then Save")
    guard address.ip.isAny else { return }
    for ip in IPAddress.ofThisMachine {
      Output.say("note: or, on a phone, http://\(ip.text):\(server.port)/\(site.token.text)")
    }
  }

  /// Waits for the recording, and until its page knows that it was kept.
  func recording() -> ScrollTrace? {
    let trace = site.awaitRecording()
    server.stop(after: .seconds(2))
    return trace
  }
}
