import ScrollCaching
import ScrollCore

/// `belady-size` among no more than 128 residents, where nothing is drawn: the largest product
/// of cost and requests until the next use leaves, the one stored first of equal ones.
///
/// What is not asked for again is refused, and leaves when it is hit. With more residents it
/// still looks at all of them, which the policy does not.
struct BeladySizeReference: EvictionPolicy {
  private struct Entry {
    var image: ImageID
    var cost: Int, nextUse: Int
  }

  private let future: [Int32]
  private var lookups = 0
  /// In the order in which they were stored.
  private var residents: [Entry] = []
  private var done: ImageID?

  init(future: [Int32]) { self.future = future }

  static let descriptor = PolicyDescriptor.reference(of: "belady-size") {
    BeladySizeReference(future: $0.nextUses)
  }

  private var nextUse: Int { Int(future[lookups - 1]) }
  private var isLast: Bool { future[lookups - 1] == .max }

  mutating func didMiss(_ request: Request) { lookups += 1 }
  mutating func didHit(_ request: Request) {
    lookups += 1
    for place in residents.indices where residents[place].image == request.image {
      residents[place].nextUse = nextUse
    }
    if isLast { done = request.image }
  }

  mutating func shouldStore(_ request: Request) -> Bool { !isLast }
  mutating func didInsert(_ request: Request, as admission: Admission) {
    residents.append(Entry(image: request.image, cost: request.cost, nextUse: nextUse))
  }
  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var worst: (image: ImageID, score: Double)?
    for entry in residents where !pins.contains(entry.image) {
      let score = Double(entry.cost) * Double(entry.nextUse - (lookups - 1))
      if worst.map({ score > $0.score }) ?? true { worst = (entry.image, score) }
    }
    if let worst { didRemove(worst.image) }
    return worst?.image
  }

  mutating func popOverflow(sparing pins: borrowing PinSet) -> ImageID? {
    guard let image = done else { return nil }
    done = nil
    guard !pins.contains(image) else { return nil }
    didRemove(image)
    return image
  }
}
