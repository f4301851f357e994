public import ScrollCore

/// Evicts the image with the highest score, a formula that the user has written.
///
/// At every eviction the expression has a value for each resident that is not pinned, with the
/// figures of that moment; among equals the one that was stored first leaves. A score that is no
/// number (0 / 0) counts as the lowest of all: a slip in a formula is no reason to leave.
///
/// A second expression says which images are stored: those for which it is above 0, or no number.
/// It has the figures of the newcomer, as if it were stored at that moment.
///
/// What a prefetched image is until its first view is up to the formula: `hits`, `viewed` and
/// `prefetched` tell. A setting for it would say the same a second time.
///
/// Not every resident is looked at: see `ScoreRanking`. The victim is the one that would be found
/// so.
///
/// - Complexity: O(length of the expression) per request, and O(log residents) or O(residents of
///   equal score) per eviction, of a formula over nothing but `idle`, `age` or `distance`, or what
///   changes only with the image itself; otherwise O(residents x length) per eviction.
public struct ScorePolicy: EvictionPolicy, ~Copyable {
  private var figures: ImageFigures
  private var orders: ScoreOrders
  /// Which images are stored; nil where all are.
  private let admit: ScoreExpression?
  private var stack: [Double]

  public init(_ setup: PolicySetup, score: ScoreExpression, admit: ScoreExpression? = nil) {
    self.init(setup, score: score, admit: admit, evaluation: .fast)
  }

  /// The same with a choice of how residents are ranked.
  package init(
    _ setup: PolicySetup, score: ScoreExpression, admit: ScoreExpression?,
    evaluation: ScoreEvaluation
  ) {
    figures = ImageFigures(setup, for: score.variables.union(admit?.variables ?? []))
    orders = ScoreOrders(
      setup, score, by: evaluation == .plain ? .plain : ScoreRanking(score))
    self.admit = admit
    stack = Array(repeating: 0, count: admit?.depth ?? 0)
  }

  public static var isSpatial: Bool { true }
  public static var readsTime: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    figures.moved(to: viewport)
    orders.moved(to: viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    figures.placementChanged(to: placement)
    orders.placementChanged(to: placement)
  }

  public mutating func pressureChanged(to level: PressureLevel) {
    figures.pressureChanged(to: level)
    orders.pressureChanged(figures)
  }

  public mutating func didHit(_ request: Request) {
    figures.found(request)
    orders.touch(request.image, figures)
  }

  public mutating func didMiss(_ request: Request) { figures.missed(request) }
  public mutating func willStore(_ request: Request) { figures.asked(at: request.time) }

  public mutating func shouldStore(_ request: Request) -> Bool {
    shouldStore(request, as: .viewed)
  }

  public mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    guard let admit else { return true }
    return figures.passes(admit, request, as: admission, on: &stack)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = orders.removeFirst(sparing: pins, figures) else { return nil }
    figures.left(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    figures.stored(request, as: admission)
    orders.insert(request, as: admission, figures)
  }

  public mutating func didRemove(_ image: ImageID) {
    orders.remove(image)
    figures.left(image)
  }

  public func remembers(_ image: ImageID) -> Bool { figures.remembers(image) }

  public mutating func reassign(_ image: ImageID, digest: UInt64) { didPlace(image, at: []) }

  public mutating func grow(toImageCount count: Int) {
    figures.grow(toImageCount: count)
    orders.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    figures.didMeasure(image, decode: decode, reload: reload)
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    figures.didPlace(image, at: items)
    orders.didPlace(image, at: items)
  }
}
