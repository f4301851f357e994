import ScrollCharts
import ScrollPages

/// Answers the requests of browsers for the page of a running sweep and its updates.
struct ReportHandler: Sendable {
  private let report: LiveReport
  private let address: ListenAddress

  init(_ report: LiveReport, at address: ListenAddress) {
    self.report = report
    self.address = address
  }

  /// Answers a request, sooner or later.
  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    if let refusal = refusal(of: request) { return reply(refusal) }
    page(request.path) { response in
      var response = response
      response.isHeadOnly = request.method == "HEAD"
      reply(response)
    }
  }

  private func refusal(of request: WebRequest) -> WebResponse? {
    guard let host = request.host else {
      return WebResponse.refusal(
        .badRequest, "The request names no host; expected the address of this page.")
    }
    guard address.answers(host: host) else {
      return WebResponse.refusal(
        .misdirected,
        "'\(host.visible)' is not served here; expected the address that scrollsim printed.")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      return WebResponse.refusal(
        .methodNotAllowed, "Pages here can only be read; expected GET or HEAD."
      )
      .with("Allow", "GET, HEAD")
    }
    return nil
  }

  private func page(_ path: String, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    switch path {
    case "/":
      report.snapshot { [report] snapshot in
        reply(
          WebResponse(
            .ok, "text/html", LivePage.html(title: report.title, report.progress, snapshot)))
      }
    case "/report":
      report.snapshot { snapshot in
        reply(
          WebResponse(.ok, "text/html", snapshot.content.text)
            .with("ETag", "\"\(snapshot.version)\""))
      }
    case "/progress":
      do {
        reply(WebResponse(.ok, "application/json", try JSONDocument.text(report.progress)))
      } catch { reply(.refusal(.internalError, "The progress cannot be shown: \(error)")) }
    default:
      reply(.refusal(.notFound, "There is no such page; expected /, /report or /progress."))
    }
  }
}
