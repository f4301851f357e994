import BasicContainers
import ScrollCore

/// What a library's model holds: its residents and their charges, the pinned images, removals.
///
/// The one place where such a model counts memory, so that all are charged by the same rule: an
/// image keeps the cost of its insertion.
struct Holdings: ~Copyable {
  private static var absent: Int { -1 }

  private var charges: RigidArray<Int>
  private(set) var count = 0
  /// The sum of the charges.
  private(set) var totalCost = 0
  var pins: PinSet
  private var log = RemovalLog()

  /// Holds nothing yet; images are `0..<imageCount`.
  init(imageCount: Int) {
    charges = RigidArray(repeating: Self.absent, count: imageCount)
    pins = PinSet(count: imageCount)
  }

  /// Every image there could be.
  var images: Range<Int> { 0..<charges.count }

  func contains(_ image: ImageID) -> Bool { charges[Int(image.index)] != Self.absent }

  /// What a resident was charged.
  func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// Takes an image in.
  /// - Precondition: it is not in, and its cost is not negative.
  mutating func add(_ image: ImageID, cost: Int) {
    precondition(!contains(image), "\(image) is in already")
    precondition(cost >= 0, "\(image) costs \(cost)")
    charges[Int(image.index)] = cost
    totalCost += cost
    count += 1
  }

  /// Lets an image go and notes why.
  /// - Precondition: it is in.
  mutating func drop(
    _ image: ImageID, because reason: RemovalReason, notifyingDelegate notifies: Bool
  ) {
    let charge = charge(of: image)
    precondition(charge != Self.absent, "\(image) is dropped but not in")
    charges[Int(image.index)] = Self.absent
    totalCost -= charge
    count -= 1
    log.append(Removal(image: image, reason: reason, cost: charge, notifiesDelegate: notifies))
  }

  mutating func drain(_ body: (Removal) -> Void) { log.drain(body) }
}
