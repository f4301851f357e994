import Dispatch
import Foundation
import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollTraces
import Synchronization

/// The page of a recorder, what it shows, and what it sends back.
///
/// Who does not know the token learns nothing and may guess a few times a second. The first recording
/// that is one is kept: then there is nothing more to be had.
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
    // Whoever has the token is never made to wait for those who guess: with 39 bits and the few
    // thousand guesses a second that a machine can send itself, finding it takes a year.
    guard let rest = token.rest(of: request.path) else {
      guard state.withLock({ $0.limit.admits(request.client) }) else {
        return .refusal(.tooManyRequests, "Too many requests; expected a few each second.")
          .with("Retry-After", "1")
      }
      return Self.nothing
    }
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

/// Where everything lies on a recorder's page, in the viewport that the page has: exactly where the
/// trace will have it.
struct RecorderContent: Encodable {
  /// No browser's page is longer than about twice as many points.
  static let longest = 16_000_000.0

  let extent: Double
  /// How many columns there are, and points between them.
  let columns: Int, gap: Double
  /// Of each item, along the axis and across it.
  let starts: [Double], ends: [Double], breadths: [Double]

  /// A sentence instead of a page.
  struct Failure: Error {
    let sentence: String
  }

  init(_ header: TraceHeader, _ catalog: TraceCatalog) throws(Failure) {
    let placement: ItemPlacement
    do {
      placement = try TraceContent(header: header, catalog: catalog).placement
    } catch {
      throw Failure(sentence: "The layout has no room on this screen: \(error)")
    }
    guard placement.extent <= Self.longest else {
      throw Failure(
        sentence: "The content is \(Int(placement.extent)) points long on this screen, more than a "
          + "browser can show; expected at most \(Int(Self.longest)): give fewer items.")
    }
    let breadth = header.layout.breadth(of: header.viewport)
    extent = placement.extent
    (columns, gap) = header.layout.columns
    (starts, ends) = (placement.starts, placement.ends)
    breadths = placement.breadths.map { $0 * breadth }
  }
}

extension Layout {
  /// How many columns there are, and points between them.
  fileprivate var columns: (count: Int, gap: Double) {
    switch self {
    case .grid(let grid): (grid.columns, grid.spacing)
    case .waterfall(let waterfall): (waterfall.columns, waterfall.spacing)
    case .list, .carousel, .feed: (1, 0)
    }
  }
}

/// How often each client may ask: so many times at once, and then at a steady rate.
struct RateLimit {
  let burst: Double, perSecond: Double

  /// What each client has left, and when that was so.
  private var buckets: [String: (left: Double, at: ContinuousClock.Instant)] = [:]

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Counts a request.
  /// - Returns: whether it may be answered.
  mutating func admits(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    // Whoever has many addresses must not fill the memory.
    if buckets.count >= 1024 { buckets = [:] }
    let bucket = buckets[client] ?? (burst, now)
    let left = min(burst, bucket.left + (now - bucket.at) / .seconds(1) * perSecond)
    buckets[client] = (max(0, left - 1), now)
    return left >= 1
  }
}

/// What whoever opens a recorder's page must know: eight letters and digits.
///
/// Of 29 characters, since none is taken for another when it is typed on a phone: 39 bits, and a
/// recorder lives for minutes and answers a few requests a second.
struct RecorderToken: Sendable {
  static let length = 8
  /// Without what looks like 0, 1 or v.
  static let alphabet = Array("abcdefghjkmnpqrstwxyz23456789".utf8)

  let text: String

  init(using generator: inout some RandomNumberGenerator) {
    let letters = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// What follows the token in a path: nothing of `/TOKEN`, `/content` of `/TOKEN/content`; nil for
  /// a path without it.
  ///
  /// Takes as long for a wrong token as for a right one.
  func rest(of path: String) -> Substring? {
    let path = path.dropFirst()
    // A phone may begin it with a capital letter.
    let asked = Array(path.prefix(Self.length).lowercased().utf8)
    guard asked.count == Self.length else { return nil }
    let differs = zip(asked, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard differs == 0 else { return nil }
    let rest = path.dropFirst(Self.length)
    return rest == "/" ? "" : rest.isEmpty || rest.first == "/" ? rest : nil
  }
}
