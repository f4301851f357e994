public import ScrollCore

/// Evicts the image with the highest score, a formula that the user has written.
///
/// At every eviction the expression is evaluated for each resident that is not pinned, with the
/// figures of that moment; among equals the one that was stored first leaves. A score that is no
/// number (0 / 0) counts as the lowest of all: a slip in a formula is no reason to leave.
///
/// What a prefetched image is until its first view is up to the formula: `hits`, `viewed` and
/// `prefetched` tell. A setting for it would say the same a second time.
///
/// - Complexity: O(residents x length of the expression) per eviction, more where images have
///   several items; the other verbs O(1).
public struct ScorePolicy: EvictionPolicy, ~Copyable {
  private let score: ScoreExpression
  private var figures: ImageFigures
  /// In the order of storing.
  private var residents: ItemList
  private var stack: [Double]

  public init(_ setup: PolicySetup, score: ScoreExpression) {
    self.score = score
    figures = ImageFigures(setup)
    residents = ItemList(imageCount: setup.imageCount)
    stack = Array(repeating: 0, count: score.depth)
  }

  public static var isSpatial: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) { figures.moved(to: viewport) }
  public mutating func placementChanged(to placement: ItemPlacement) {
    figures.placementChanged(to: placement)
  }
  public mutating func didHit(_ request: Request) { figures.found(request) }
  public mutating func didMiss(_ request: Request) { figures.asked(at: request.time) }
  public mutating func willStore(_ request: Request) { figures.asked(at: request.time) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var victim: (image: ImageID, score: Double)?
    var candidate = residents.oldest()
    while let image = candidate {
      candidate = residents.newer(than: image)
      if pins.contains(image) { continue }
      let value = score.evaluate(on: &stack) { figures.value($0, of: image) }
      let worth = value.isNaN ? -Double.infinity : value
      if victim.map({ worth > $0.score }) ?? true { victim = (image, worth) }
    }
    if let victim { residents.remove(victim.image) }
    return victim?.image
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    figures.stored(request, as: admission)
    residents.append(request.image)
  }

  public mutating func didRemove(_ image: ImageID) { residents.remove(image) }
}

extension ScorePolicy {
  static let language = Setting.Language(
    "a formula over the variables below",
    examples: [
      "idle", "distance * bytes / decodeMs + 0.2 * age", "-signedDistance / (1 + velocity)",
      "max(gap, 2 * (1 - viewed)) - hits", "timeToVisible - log(reloadMs / bytes)",
      "-pow(hits + prefetched, 2) * sqrt(reloadMs)",
    ],
    words: ScoreVariable.allCases.map { Setting.Language.Word($0.rawValue, $0.summary) }
  ) { text in
    do throws(ScoreError) {
      _ = try ScoreExpression(text)
      return nil
    } catch { return "\(error)" }
  }

  static let descriptor = PolicyDescriptor(
    "score", "Evicts the image with the highest score by your own formula.",
    settings: [
      Setting(
        "expression", .expression(language), standard: "idle",
        "Written right after the name; the highest leaves first.")
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        --policy "score: distance * bytes / decodeMs + 0.2 * age". Numbers, + - * /, \
        parentheses, the functions \
        \(ScoreFunction.allCases.map { $0.rawValue }.joined(separator: ", ")), and the variables \
        below. In replay times count requests, lengths count items, and nothing takes time. Of \
        several items of an image the one nearest to the middle counts. Equal scores: the image \
        stored first leaves. 0 / 0 counts as the lowest score. No publication.
        """,
      claims: PolicyClaims.standard.subtracting(.scales))
  ) { setup in
    // The setting was checked when it was read.
    guard let score = try? ScoreExpression(setup.settings["expression"]) else {
      preconditionFailure("'\(setup.settings["expression"])' is no score")
    }
    return ScorePolicy(setup, score: score)
  }
}
