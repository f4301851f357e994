import ScrollCore

/// The residents in columns: each figure that a formula asks for in a row of numbers of its own,
/// and the formula worked out for all of them, operation by operation.
///
/// A row has one place for each resident, in no particular order: the last one takes the place of
/// one that leaves. What changes with the image alone is written when that is stored or found,
/// what changes with the viewport once after it moved, and times at every eviction.
///
/// - Complexity: O(residents x length of the formula) per eviction, in loops over plain numbers;
///   the other verbs O(figures of the formula).
struct ScoreColumns {
  private let variables: [ScoreVariable]
  private let arithmetic: ColumnArithmetic
  /// The resident of each place, and how many images were stored before it.
  private var images: [ImageID] = [], sequences: [Int] = []
  /// The place of each image; -1 for what is not resident.
  private var slots: [Int32]
  /// The rows of the figures, then those of the stack, each of `room` numbers.
  private var numbers: [Double] = []
  private var room = 0
  /// Whether the viewport, or what lies in it, is elsewhere than when rows were written.
  private var isMoved = false

  init(_ score: ScoreExpression, imageCount: Int) {
    variables = ScoreVariable.allCases.filter { score.variables.contains($0) && !$0.isShared }
    arithmetic = ColumnArithmetic(score, columns: variables)
    slots = Array(repeating: -1, count: imageCount)
  }

  /// Images are `0..<count` from now on, never fewer than before.
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

  /// An image was found.
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

  /// The resident with the highest score that is not pinned, of equal ones that stored first.
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
