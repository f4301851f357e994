import Dispatch
import Foundation
import ScrollPages
import ScrollTraces
import Synchronization

/// The page of a recorder, what it shows, and what it sends back.
///
/// Who does not know the token learns nothing, whoever asks too often has to wait, and the first
/// recording that is one is kept: then there is nothing more to be had.
final class RecorderSite: WebSite {
  /// Bytes of a recording: over two hours at 120 Hz, without a rest.
  static let largest = 33_554_432

  private struct State {
    var limit = RateLimit(burst: 40, perSecond: 5)
    var kept: ScrollTrace?
  }

  let token: RecorderToken
  private let address: ListenAddress
  private let recording: RecorderOutput
  private let state = Mutex(State())
  private let isKept = DispatchSemaphore(value: 0)
  /// Recordings are read here one after the other, and layouts made.
  private let queue = DispatchQueue(label: "recorder")

  init(_ recording: RecorderOutput, token: RecorderToken, at address: ListenAddress) {
    self.recording = recording
    self.token = token
    self.address = address
  }

  /// Waits for the recording.
  func awaitRecording() -> ScrollTrace? {
    isKept.wait()
    return state.withLock { $0.kept }
  }

  func refusal(of request: WebRequest) -> WebResponse? {
    if let refusal = address.refusal(of: request) { return refusal }
    guard state.withLock({ $0.limit.admits(request.client) }) else {
      return .refusal(.tooManyRequests, "Too many requests; expected a few each second.")
        .with("Retry-After", "1")
    }
    guard let rest = token.rest(of: request.path) else { return Self.nothing }
    let methods = rest.isEmpty ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"]
    guard methods.contains(request.method) else {
      let allowed = methods.joined(separator: ", ")
      return .refusal(.methodNotAllowed, "This page takes \(allowed).").with("Allow", allowed)
    }
    guard let length = request.announced, length > Self.largest else { return nil }
    return .refusal(
      .contentTooLarge, "The recording has \(length) bytes; expected \(Self.largest) at most.")
  }

  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    queue.async { [self] in
      let rest = token.rest(of: request.path) ?? ""
      let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
      if request.method == "POST" {
        reply(kept(request))
        if state.withLock({ $0.kept }) != nil { isKept.signal() }
      } else if rest.isEmpty {
        reply(WebResponse(.ok, "text/html", recording.page))
      } else if parts.count == 3, parts[1] == "content" {
        reply(content(on: String(parts[2])))
      } else {
        reply(Self.nothing)
      }
    }
  }

  private static let nothing = WebResponse.refusal(
    .notFound, "There is no such page; expected the address that scrollsim printed.")

  private func content(on screen: String) -> WebResponse {
    guard let viewport = TraceOptions.viewport(screen) else {
      return .refusal(
        .badRequest, "'\(screen.visible)' is no screen; expected WIDTHxHEIGHT in points.")
    }
    do {
      let content = try RecorderContent(recording.header.seen(in: viewport), recording.catalog)
      return WebResponse(.ok, "application/json", try JSONDocument.text(content))
    } catch let error as RecorderContent.Failure {
      return .refusal(.badRequest, error.sentence)
    } catch {
      return .refusal(.internalError, "The content cannot be shown: \(error)")
    }
  }

  /// Keeps a recording; the answer is a sentence in any case.
  private func kept(_ request: WebRequest) -> WebResponse {
    guard state.withLock({ $0.kept }) == nil else {
      return .refusal(.conflict, "A recording was kept already; expected no other.")
    }
    do {
      let trace = try recording.keep(request.body, from: request.agent)
      state.withLock { $0.kept = trace }
      return WebResponse(.ok, "text/plain", recording.sentence(about: trace) + "\n")
    } catch let error as TraceError {
      return .refusal(.badRequest, "\(error)".visible)
    } catch {
      let sentence = (error as? CommandError)?.sentence ?? "\(error)"
      return .refusal(.internalError, sentence.visible)
    }
  }
}
