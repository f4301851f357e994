import ScrollPages

/// What a server shows, and to whom.
protocol WebSite: Sendable {
  /// Judges a request by its head, before anything of a body is read.
  ///
  /// Of a POST that is not refused the body is read: its announced length is to be judged here, too.
  /// - Returns: the answer to what is not to be had; nil to go on.
  func refusal(of request: WebRequest) -> WebResponse?

  /// Answers a request that was not refused, on any thread and at any time, once.
  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void)
}

extension ListenAddress {
  /// The answer to a request that names no host, or one that is not served here.
  func refusal(of request: WebRequest) -> WebResponse? {
    guard let host = request.host else {
      return .refusal(
        .badRequest, "The request names no host; expected the address of this page.")
    }
    guard answers(host: host) else {
      return .refusal(
        .misdirected,
        "'\(host.visible)' is not served here; expected the address that scrollsim printed.")
    }
    return nil
  }
}
