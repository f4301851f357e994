import ScrollPages

/// Answers the requests of browsers for the page of a running sweep and its updates.
struct ReportSite: WebSite {
  private let report: LiveReport
  private let address: ListenAddress

  init(_ report: LiveReport, at address: ListenAddress) {
    self.report = report
    self.address = address
  }

  func refusal(of request: WebRequest) -> WebResponse? {
    if let refusal = address.refusal(of: request) { return refusal }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .refusal(.methodNotAllowed, "Pages here can only be read; expected GET or HEAD.")
        .with("Allow", "GET, HEAD")
    }
    return nil
  }

  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    page(request.path, reply)
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
