import FlyingFox
import Foundation
import ScrollCharts
import ScrollPages
import ScrollReports
import ScrollRunStories

/// Answers what browsers ask of a sweep that runs: its page, and what keeps that up to date.
struct ReportHandler: HTTPHandler {
  private let report: LiveReport
  private let address: ListenAddress

  init(_ report: LiveReport, at address: ListenAddress) {
    self.report = report
    self.address = address
  }

  func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
    guard let host = request.headers[.host] else {
      return refusal(.badRequest, "The request names no host; expected the address of this page.")
    }
    guard address.answers(host: host) else {
      return refusal(
        HTTPStatusCode(421, phrase: "Misdirected Request"),
        "'\(host.visible)' is not served here; expected the address that scrollsim printed.")
    }
    guard request.method == .GET || request.method == .HEAD else {
      var response = refusal(
        .methodNotAllowed, "Pages here can only be read; expected GET or HEAD.")
      response.headers[HTTPHeader("Allow")] = "GET, HEAD"
      return response
    }
    var response = await page(request.path)
    if request.method == .HEAD { response.payload = .httpBody(HTTPBodySequence()) }
    return response
  }

  private func page(_ path: String) async -> HTTPResponse {
    switch path {
    case "/":
      let snapshot = await report.snapshot()
      return response(
        .ok, "text/html", LivePage.html(title: report.title, report.progress, snapshot))
    case "/report":
      let snapshot = await report.snapshot()
      var response = response(.ok, "text/html", snapshot.content.text)
      response.headers[.eTag] = "\"\(snapshot.version)\""
      return response
    case "/progress":
      do {
        return response(.ok, "application/json", try JSONDocument.text(report.progress))
      } catch { return refusal(.internalServerError, "The progress cannot be told: \(error)") }
    default:
      return refusal(.notFound, "There is no such page; expected /, /report or /progress.")
    }
  }

  private func refusal(_ status: HTTPStatusCode, _ sentence: String) -> HTTPResponse {
    response(status, "text/plain", sentence + "\n")
  }

  private func response(_ status: HTTPStatusCode, _ type: String, _ text: String) -> HTTPResponse {
    let body = Data(text.utf8)
    return HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: "\(type); charset=utf-8",
        .contentLength: "\(body.count)",
        .cacheControl: "no-store",
        HTTPHeader("Content-Security-Policy"): "frame-ancestors 'none'",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
      ], body: body)
  }
}
