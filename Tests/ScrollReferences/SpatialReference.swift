import ScrollCaching
import ScrollCore

/// A spatial policy as a list in order of storing: every victim is the worst of all.
///
/// An image is judged by each of its items, and the least score counts; without items it is worse
/// than everything. Scores are lists of numbers that are compared from the first on. The image with
/// the worst score is evicted, among equals the first of the list.
struct SpatialReference: EvictionPolicy {
  /// The score of one item in the present state.
  typealias Score = (_ item: Item, _ scene: Scene) -> [Double]

  struct Item {
    var start: Double, end: Double
    var image: ImageID
    /// The cost that the image was charged.
    var cost: Int
  }

  /// The state of the user's scrolling.
  struct Scene {
    var viewport: Viewport
    /// The end of the content, which begins at 0.
    var contentEnd: Double
    /// The viewport in the first frame of the layout.
    var first: Viewport?
    var hasScrolled = false
    /// The direction of each run of frames that are not idle, without turns.
    var bursts: [ScrollDirection] = []
    var wasIdle = true
  }

  private var placement: ItemPlacement
  private let clock: PolicySetup.Clock
  private let score: Score
  /// Returns `true` if an image with this score must not stay in any case.
  private let isStray: ([Double]) -> Bool
  private var residents: [(image: ImageID, cost: Int)] = []
  private var scene: Scene

  init(
    _ setup: PolicySetup, isStray: @escaping ([Double]) -> Bool = { _ in false },
    score: @escaping Score
  ) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    clock = setup.clock
    self.isStray = isStray
    self.score = score
    scene = Scene(
      viewport: Viewport(lower: 0, upper: 0, direction: setup.direction),
      contentEnd: placement.extent)
  }

  static var isSpatial: Bool { true }

  mutating func didHit(_ request: Request) {}

  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append((request.image, request.cost))
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func viewportMoved(to viewport: Viewport) { scene.follow(viewport, clock) }

  mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    scene.contentEnd = placement.extent
    scene.first = nil
  }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let (place, _) = worst(sparing: pins) else { return nil }
    return residents.remove(at: place).image
  }

  mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    guard let (place, score) = worst(sparing: pins), isStray(score) else { return nil }
    return residents.remove(at: place).image
  }

  private func worst(sparing pins: borrowing PinSet) -> (place: Int, score: [Double])? {
    var worst: (place: Int, score: [Double])?
    for (place, resident) in residents.enumerated() where !pins.contains(resident.image) {
      let score = score(of: resident)
      if worst.map({ $0.score.lexicographicallyPrecedes(score) }) ?? true {
        worst = (place, score)
      }
    }
    return worst
  }

  private func score(of resident: (image: ImageID, cost: Int)) -> [Double] {
    placement.items(showing: resident.image).map { item in
      let (start, end) = (placement.starts[Int(item.index)], placement.ends[Int(item.index)])
      return score(
        Item(start: start, end: end, image: resident.image, cost: resident.cost), scene)
    }.min { $0.lexicographicallyPrecedes($1) } ?? [.infinity]
  }
}

extension SpatialReference.Scene {
  /// Moves on to the next frame.
  mutating func follow(_ viewport: Viewport, _ clock: PolicySetup.Clock) {
    self.viewport = viewport
    let begin = first ?? viewport
    first = begin
    let isMoved = begin.lower != viewport.lower && begin.upper != viewport.upper
    if isMoved || viewport.phase != .idle { hasScrolled = true }
    let isIdle = viewport.phase == .idle && clock != .requests
    if !isIdle, wasIdle || bursts.last != viewport.direction { bursts.append(viewport.direction) }
    wasIdle = isIdle
  }
}

extension SpatialReference.Item {
  /// Returns `true` if the item overlaps an interval.
  func overlaps(_ lower: Double, _ upper: Double) -> Bool { start < upper && end > lower }

  /// Returns the distance from an interval; 0 if the item touches it.
  func gap(from lower: Double, _ upper: Double) -> Double { max(0, start - upper, lower - end) }

  var middle: Double { (start + end) / 2 }
}
