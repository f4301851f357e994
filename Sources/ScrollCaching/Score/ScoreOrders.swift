import ScrollCore

/// The residents of `score`, in the order in which its formula evicts them.
///
/// Only the structure that the formula's ranking needs is filled.
struct ScoreOrders: ~Copyable {
  private let score: ScoreExpression
  private let ranking: ScoreRanking
  /// A Boolean value that indicates whether a score changes when its image is found.
  private let changesByHit: Bool
  /// The residents in the order of storing, or of use.
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

  /// Records that an image was found.
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

  /// Records the new items of an image.
  mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    if ranking == .distant { distances.didPlace(image, at: items) }
    if ranking == .columns { columns.viewportMoved() }
  }

  /// Grows the orders to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    if ranking.hasList { list.grow(toImageCount: count) }
    switch ranking {
    case .touched: heap.grow(toImageCount: count)
    case .distant: distances.grow(toImageCount: count)
    case .columns: columns.grow(toImageCount: count)
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: break
    }
  }

  /// Records a change of the memory state, on which all scores may depend.
  mutating func pressureChanged(_ figures: borrowing ImageFigures) {
    guard ranking == .touched, score.variables.contains(.pressure) else { return }
    var residents: [ImageID] = []
    while let first = heap.removeFirst() { residents.append(first.image) }
    for image in residents {
      let rank = rank(of: image, figures)
      heap.insert(image, key: rank)
    }
  }

  /// Removes the resident with the highest score that is not pinned, of equal ones the one stored
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

  /// Returns the victim from the end of the list where scores are highest; of images with equal
  /// scores, the one stored first.
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

  /// Returns the victim by evaluating the formula for every resident in the order of storing.
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
  /// A Boolean value that indicates whether the residents are in a list.
  fileprivate var hasList: Bool {
    switch self {
    case .firstStored, .lastStored, .firstUsed, .lastUsed, .plain: true
    case .touched, .distant, .columns: false
    }
  }
}

/// The order of eviction of residents whose score changes only with their own image: the least rank
/// first.
struct ScoreRank: Comparable, BitwiseCopyable {
  /// The score; the lowest of all if it is not a number.
  var worth: Double
  /// The number of images that were stored before this one.
  var sequence: Int

  static func < (left: Self, right: Self) -> Bool {
    left.worth > right.worth || (left.worth == right.worth && left.sequence < right.sequence)
  }
}

/// The residents in columns: a row of numbers for each figure of the formula, evaluated for all
/// residents operation by operation.
///
/// A row has one place for each resident, in no particular order: the last one takes the place of a
/// removed one. Figures that change with the image alone are written when it is stored or found,
/// figures that change with the viewport are written once after each move, and times at every
/// eviction.
///
/// - Complexity: O(residents x length of the formula) per eviction, in loops over plain numbers;
///   the other operations O(figures of the formula).
struct ScoreColumns {
  private let variables: [ScoreVariable]
  private let arithmetic: ColumnArithmetic
  /// The resident of each place, and the number of images that were stored before it.
  private var images: [ImageID] = [], sequences: [Int] = []
  /// The place of each image; -1 for images that are not resident.
  private var slots: [Int32]
  /// The rows of the figures, then those of the stack, each with `room` numbers.
  private var numbers: [Double] = []
  private var room = 0
  /// A Boolean value that indicates whether the viewport or its items moved since rows were
  /// written.
  private var isMoved = false

  init(_ score: ScoreExpression, imageCount: Int) {
    variables = ScoreVariable.allCases.filter { score.variables.contains($0) && !$0.isShared }
    arithmetic = ColumnArithmetic(score, columns: variables)
    slots = Array(repeating: -1, count: imageCount)
  }

  /// Grows the columns to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    slots += Array(repeating: -1, count: max(0, count - slots.count))
  }

  mutating func viewportMoved() { isMoved = true }

  mutating func insert(_ image: ImageID, _ figures: borrowing ImageFigures) {
    if images.count == room { grow() }
    slots[Int(image.index)] = Int32(images.count)
    images.append(image)
    sequences.append(figures.sequence(of: image))
    for (row, variable) in variables.enumerated() {
      numbers[row * room + images.count - 1] = figures.value(variable, of: image)
    }
  }

  /// Records that an image was found.
  mutating func touch(_ image: ImageID, _ figures: borrowing ImageFigures) {
    let slot = Int(slots[Int(image.index)])
    for (row, variable) in variables.enumerated() where variable.changesByHit {
      numbers[row * room + slot] = figures.value(variable, of: image)
    }
  }

  mutating func remove(_ image: ImageID) {
    let slot = Int(slots[Int(image.index)]), last = images.count - 1
    for row in variables.indices { numbers[row * room + slot] = numbers[row * room + last] }
    images[slot] = images[last]
    sequences[slot] = sequences[last]
    slots[Int(images[slot].index)] = Int32(slot)
    slots[Int(image.index)] = -1
    images.removeLast()
    sequences.removeLast()
  }

  /// Returns the resident with the highest score that is not pinned, of equal ones the one stored
  /// first.
  mutating func highest(
    sparing pins: borrowing PinSet, _ figures: borrowing ImageFigures
  ) -> ImageID? {
    for (row, variable) in variables.enumerated() {
      let isTime = variable == .idle || variable == .age
      guard isTime || isMoved && variable.isSpatial else { continue }
      figures.write(variable, of: images, into: &numbers, from: row * room)
    }
    isMoved = false
    arithmetic.evaluate(
      &numbers, room: room, count: images.count, velocity: figures.value(.velocity),
      pressure: figures.value(.pressure))
    var victim: Int?
    var highest = -Double.infinity
    let result = variables.count * room
    for slot in images.indices {
      let value = numbers[result + slot]
      let worth = value.isNaN ? -Double.infinity : value
      guard worth >= highest, !pins.contains(images[slot]) else { continue }
      if worth == highest, let victim, sequences[slot] > sequences[victim] { continue }
      (victim, highest) = (slot, worth)
    }
    return victim.map { images[$0] }
  }

  private mutating func grow() {
    let larger = max(64, 2 * room)
    var grown = [Double](repeating: 0, count: (variables.count + arithmetic.depth) * larger)
    for row in variables.indices {
      for slot in images.indices { grown[row * larger + slot] = numbers[row * room + slot] }
    }
    (numbers, room) = (grown, larger)
  }
}

/// A formula evaluated for many images at once, where every operation is a loop over rows of
/// numbers.
///
/// The value of an image equals, to the last bit, the formula's value for that image alone.
struct ColumnArithmetic {
  private enum Step {
    /// The same number for all images.
    case number(Double)
    case velocity, pressure
    /// The figures in a row.
    case row(Int)
    case negate
    case combine(ScoreOperator)
    case call(ScoreFunction)
  }

  private let steps: [Step]
  /// The row at which the stack begins.
  private let base: Int
  /// The number of rows of the stack.
  let depth: Int

  /// Compiles a formula whose figures are in the first rows, in a given order.
  /// - Precondition: Every variable of the formula is the same for all images, or has a row.
  init(_ score: ScoreExpression, columns: [ScoreVariable]) {
    base = columns.count
    depth = score.depth
    steps = score.program.map { instruction -> Step in
      switch instruction {
      case .push(let number): return .number(number)
      case .constant(let constant): return .number(score.constants[constant])
      case .load(.velocity): return .velocity
      case .load(.pressure): return .pressure
      case .load(let variable):
        guard let row = columns.firstIndex(of: variable) else {
          preconditionFailure("'\(variable)' has no column")
        }
        return .row(row)
      case .negate: return .negate
      case .combine(let sign): return .combine(sign)
      case .call(let function): return .call(function)
      }
    }
  }

  /// Evaluates the formula, whose values are in the first row of the stack afterwards.
  /// - Parameters:
  ///   - numbers: The rows of figures, then those of the stack.
  ///   - room: The distance from one row to the next.
  ///   - count: The number of images.
  ///   - velocity: The value of `velocity`.
  ///   - pressure: The value of `pressure`.
  func evaluate(
    _ numbers: inout [Double], room: Int, count: Int, velocity: Double, pressure: Double
  ) {
    numbers.withUnsafeMutableBufferPointer { buffer in
      let all = buffer
      var top = base - 1
      func row(_ number: Int) -> Row {
        Row(rebasing: all[number * room..<number * room + count])
      }
      for step in steps {
        switch step {
        case .number(let number):
          top += 1
          row(top).update(repeating: number)
        case .velocity:
          top += 1
          row(top).update(repeating: velocity)
        case .pressure:
          top += 1
          row(top).update(repeating: pressure)
        case .row(let figures):
          top += 1
          Self.copy(row(figures), to: row(top))
        case .negate:
          Self.change(row(top)) { -$0 }
        case .combine(let sign):
          top -= 1
          Self.combine(row(top), row(top + 1), sign)
        case .call(let function):
          top -= function.arity - 1
          Self.call(function, row(top), row(function.arity == 2 ? top + 1 : top))
        }
      }
    }
  }

  private typealias Row = UnsafeMutableBufferPointer<Double>

  private static func copy(_ source: Row, to target: Row) {
    for place in source.indices { target[place] = source[place] }
  }

  @inline(__always)
  private static func change(_ row: Row, _ operation: (Double) -> Double) {
    for place in row.indices { row[place] = operation(row[place]) }
  }

  @inline(__always)
  private static func change(
    _ left: Row, _ right: Row, _ operation: (Double, Double) -> Double
  ) {
    for place in left.indices { left[place] = operation(left[place], right[place]) }
  }

  private static func combine(_ left: Row, _ right: Row, _ sign: ScoreOperator) {
    switch sign {
    case .add: change(left, right) { $0 + $1 }
    case .subtract: change(left, right) { $0 - $1 }
    case .multiply: change(left, right) { $0 * $1 }
    case .divide: change(left, right) { $0 / $1 }
    }
  }

  private static func call(_ function: ScoreFunction, _ left: Row, _ right: Row) {
    switch function {
    case .min: change(left, right) { ScoreFunction.min($0, $1) }
    case .max: change(left, right) { ScoreFunction.max($0, $1) }
    case .abs: change(left) { ScoreFunction.abs($0, 0) }
    case .sqrt: change(left) { ScoreFunction.sqrt($0, 0) }
    case .log: change(left) { ScoreFunction.log($0, 0) }
    case .exp: change(left) { ScoreFunction.exp($0, 0) }
    case .pow: change(left, right) { ScoreFunction.pow($0, $1) }
    }
  }
}
