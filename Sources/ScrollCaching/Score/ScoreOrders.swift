import ScrollCore

/// The residents of `score` in the order in which its formula gives them up.
///
/// Of its structures only the one is filled that the formula's ranking asks for.
struct ScoreOrders: ~Copyable {
  private let score: ScoreExpression
  private let ranking: ScoreRanking
  /// Whether a score is another one after its image was found.
  private let changesByHit: Bool
  /// In the order of storing, or of use.
  private var list: ItemList
  private var heap: IndexedHeap<ScoreRank>
  private var distances: DistancePolicy
  private var columns: ScoreColumns
  private var stack: [Double]

  init(_ setup: PolicySetup, _ score: ScoreExpression, by ranking: ScoreRanking) {
    self.score = score
    self.ranking = ranking
    changesByHit = score.variables.contains { $0.changesByHit }
    let nothing = PolicySetup(imageCount: 0, limits: CacheLimits())
    list = ItemList(imageCount: ranking.hasList ? setup.imageCount : 0)
    heap = IndexedHeap(imageCount: ranking == .touched ? setup.imageCount : 0)
    distances = DistancePolicy(ranking == .distant ? setup : nothing)
    columns = ScoreColumns(score, imageCount: ranking == .columns ? setup.imageCount : 0)
    stack = Array(repeating: 0, count: score.depth)
  }

  mutating func insert(
    _ request: Request, as admission: Admission, _ figures: borrowing ImageFigures
  ) {
    switch ranking {
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: list.append(request.image)
    case .touched:
      let rank = rank(of: request.image, figures)
      heap.insert(request.image, key: rank)
    case .distant: distances.didInsert(request, as: admission)
    case .columns: columns.insert(request.image, figures)
    }
  }

  /// An image was found.
  mutating func touch(_ image: ImageID, _ figures: borrowing ImageFigures) {
    switch ranking {
    case .firstUsed, .lastUsed: list.moveToNewest(image)
    case .touched:
      guard changesByHit else { return }
      let rank = rank(of: image, figures)
      heap.rekey(image, to: rank)
    case .columns: columns.touch(image, figures)
    case .firstStored, .lastStored, .distant, .plain: break
    }
  }

  mutating func remove(_ image: ImageID) {
    switch ranking {
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: list.remove(image)
    case .touched: heap.remove(image)
    case .distant: distances.didRemove(image)
    case .columns: columns.remove(image)
    }
  }

  mutating func moved(to viewport: Viewport) {
    if ranking == .distant { distances.viewportMoved(to: viewport) }
    if ranking == .columns { columns.viewportMoved() }
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    if ranking == .distant { distances.placementChanged(to: placement) }
    if ranking == .columns { columns.viewportMoved() }
  }

  /// An image lies elsewhere.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if ranking == .distant { distances.didPlace(image, at: items) }
    if ranking == .columns { columns.viewportMoved() }
  }

  /// Images are `0..<count` from now on, never fewer than before.
  mutating func grow(toImageCount count: Int) {
    if ranking.hasList { list.grow(toImageCount: count) }
    switch ranking {
    case .touched: heap.grow(toImageCount: count)
    case .distant: distances.grow(toImageCount: count)
    case .columns: columns.grow(toImageCount: count)
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: break
    }
  }

  /// What all scores may depend on is another one.
  mutating func pressureChanged(_ figures: borrowing ImageFigures) {
    guard ranking == .touched, score.variables.contains(.pressure) else { return }
    var residents: [ImageID] = []
    while let first = heap.removeFirst() { residents.append(first.image) }
    for image in residents {
      let rank = rank(of: image, figures)
      heap.insert(image, key: rank)
    }
  }

  /// Takes out the resident with the highest score that is not pinned, of equal ones that stored
  /// first.
  mutating func removeFirst(
    sparing pins: borrowing PinSet, _ figures: borrowing ImageFigures
  ) -> ImageID? {
    let victim: ImageID?
    switch ranking {
    case .touched: return heap.removeFirst(sparing: pins)?.image
    case .distant: return distances.nextVictim(sparing: pins)
    case .columns: victim = columns.highest(sparing: pins, figures)
    case .firstStored: victim = list.oldest(sparing: pins)
    case .firstUsed, .lastUsed, .lastStored: victim = firstOfList(sparing: pins, figures)
    case .plain: victim = highestOfAll(sparing: pins, figures)
    }
    if let victim { remove(victim) }
    return victim
  }

  private mutating func rank(
    of image: ImageID, _ figures: borrowing ImageFigures
  ) -> ScoreRank {
    ScoreRank(
      worth: figures.worth(of: image, by: score, on: &stack),
      sequence: figures.sequence(of: image))
  }

  /// From the end where scores are highest, as far as they are equal.
  private mutating func firstOfList(
    sparing pins: borrowing PinSet, _ figures: borrowing ImageFigures
  ) -> ImageID? {
    let isRising = ranking == .firstUsed
    var first: (image: ImageID, rank: ScoreRank)?
    var candidate = isRising ? list.oldest() : list.newest()
    while let image = candidate {
      candidate = isRising ? list.newer(than: image) : list.older(than: image)
      if pins.contains(image) { continue }
      let rank = rank(of: image, figures)
      if let first, rank.worth < first.rank.worth { break }
      if first.map({ rank < $0.rank }) ?? true { first = (image, rank) }
    }
    return first?.image
  }

  /// The formula for every resident in the order of storing.
  private mutating func highestOfAll(
    sparing pins: borrowing PinSet, _ figures: borrowing ImageFigures
  ) -> ImageID? {
    var highest: (image: ImageID, worth: Double)?
    var candidate = list.oldest()
    while let image = candidate {
      candidate = list.newer(than: image)
      if pins.contains(image) { continue }
      let worth = figures.worth(of: image, by: score, on: &stack)
      if highest.map({ worth > $0.worth }) ?? true { highest = (image, worth) }
    }
    return highest?.image
  }
}

extension ScoreRanking {
  /// Whether the residents stand in a list.
  fileprivate var hasList: Bool {
    switch self {
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: true
    case .touched, .distant, .columns: false
    }
  }
}
