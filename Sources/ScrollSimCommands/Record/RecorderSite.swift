import Dispatch
import Foundation
import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollTraces
import Synchronization

/// The web site of a recorder: it sends the page and its content, and receives the recording.
///
/// Clients without the token receive no information, and may make only a few requests a second. The
/// site keeps the first valid recording, and serves nothing after it.
final class RecorderSite: WebSite {
  /// The maximum size of a recording in bytes.
  ///
  /// This is over two hours of continuous scrolling at 120 Hz.
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
  /// The queue on which recordings are read and layouts are computed, one after the other.
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
    // Clients with the token never wait because of those that guess: with 39 bits and the few
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
    .notFound, "Page not found; expected the address that scrollsim printed.")

  private func content(on screen: String) -> WebResponse {
    guard let viewport = TraceOptions.viewport(screen) else {
      return .refusal(
        .badRequest, "'\(screen.visible)' is not a screen size; expected WIDTHxHEIGHT in points.")
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

  /// Keeps a recording, and returns an answer with a sentence about the success or failure.
  private func kept(_ request: WebRequest) -> WebResponse {
    guard state.withLock({ $0.kept }) == nil else {
      return .refusal(.conflict, "A recording was already saved; expected no other.")
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

/// The positions of the items on a recorder's page, for the size of its viewport.
///
/// The trace has exactly the same positions.
struct RecorderContent: Encodable {
  /// The maximum length of the content in points, about half of the longest page that browsers
  /// show.
  static let longest = 16_000_000.0

  let extent: Double
  /// The number of columns, and the gap between them in points.
  let columns: Int, gap: Double
  /// The start and end of each item along the scroll axis, and its breadth across the axis.
  let starts: [Double], ends: [Double], breadths: [Double]

  /// An error, whose sentence is shown instead of the content.
  struct Failure: Error {
    let sentence: String
  }

  init(_ header: TraceHeader, _ catalog: TraceCatalog) throws(Failure) {
    let placement: ItemPlacement
    do {
      placement = try TraceContent(header: header, catalog: catalog).placement
    } catch {
      throw Failure(sentence: "The layout does not fit on this screen: \(error)")
    }
    guard placement.extent <= Self.longest else {
      throw Failure(
        sentence: "The content is \(Int(placement.extent)) points long on this screen, more than a "
          + "browser can show. Choose fewer items, for at most \(Int(Self.longest)) points.")
    }
    let breadth = header.layout.breadth(of: header.viewport)
    extent = placement.extent
    (columns, gap) = header.layout.columns
    (starts, ends) = (placement.starts, placement.ends)
    breadths = placement.breadths.map { $0 * breadth }
  }
}

extension Layout {
  /// The number of columns, and the gap between them in points.
  fileprivate var columns: (count: Int, gap: Double) {
    switch self {
    case .grid(let grid): (grid.columns, grid.spacing)
    case .waterfall(let waterfall): (waterfall.columns, waterfall.spacing)
    case .list, .carousel, .feed: (1, 0)
    }
  }
}

/// A limit on the rate of each client's requests: a number of requests at once (the burst), then a
/// steady rate.
struct RateLimit {
  let burst: Double, perSecond: Double

  /// The number of requests that each client may still make, and the time at which it was counted.
  private var buckets: [String: (left: Double, at: ContinuousClock.Instant)] = [:]

  init(burst: Double, perSecond: Double) {
    self.burst = burst
    self.perSecond = perSecond
  }

  /// Counts a request.
  /// - Returns: `true` if the request may be answered.
  mutating func admits(_ client: String, at now: ContinuousClock.Instant = .now) -> Bool {
    // A client with many addresses must not fill the memory.
    if buckets.count >= 1024 { buckets = [:] }
    let bucket = buckets[client] ?? (burst, now)
    let left = min(burst, bucket.left + (now - bucket.at) / .seconds(1) * perSecond)
    buckets[client] = (max(0, left - 1), now)
    return left >= 1
  }
}

/// The token for opening a recorder's page: eight letters and digits.
///
/// It uses 29 characters that are hard to confuse when typed on a phone. Eight of them have 39
/// bits. A recorder runs only for minutes and answers only a few requests a second, so that the
/// token cannot be guessed in time.
struct RecorderToken: Sendable {
  static let length = 8
  /// The characters, without those that look like 0, 1 or v.
  static let alphabet = Array("abcdefghjkmnpqrstwxyz23456789".utf8)

  let text: String

  init(using generator: inout some RandomNumberGenerator) {
    let letters = (0..<Self.length).map { _ in
      Self.alphabet[Int.random(in: 0..<Self.alphabet.count, using: &generator)]
    }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// Returns the part of a path after the token: an empty text for `/TOKEN`, and `/content` for
  /// `/TOKEN/content`.
  ///
  /// Returns `nil` for a path without the token.
  ///
  /// A wrong token takes the same time as the right one.
  func rest(of path: String) -> Substring? {
    let path = path.dropFirst()
    // A phone may capitalize the first letter.
    let asked = Array(path.prefix(Self.length).lowercased().utf8)
    guard asked.count == Self.length else { return nil }
    let differs = zip(asked, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard differs == 0 else { return nil }
    let rest = path.dropFirst(Self.length)
    return rest == "/" ? "" : rest.isEmpty || rest.first == "/" ? rest : nil
  }
}
