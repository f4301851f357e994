import BasicContainers
package import ScrollCore

/// NSDiscardableContent: whether the content of each value is there, and who uses it.
///
/// A value is created with one use (its creator's), `beginAccess` adds one and answers whether
/// the content is there, `endAccess` takes one away, and `discardIfPossible` frees the content
/// if it is not in use. In a simulation what is pinned is in use: an image view begins access
/// when its cell appears and ends it when the cell leaves, and the creator ends its own access
/// once the value is stored.
///
/// A value whose content is gone may stay in a cache as an empty *shell*: it is found no more,
/// but still counts towards the cache's limits until it is read or evicted.
///
/// Source: the documentation of `NSDiscardableContent`. GNUstep's own test values begin with no
/// use at all; see `create`.
///
/// - Complexity: every verb O(1).
package struct DiscardableContents: ~Copyable {
  private enum State: UInt8 {
    case none, present, discarded
  }

  private var states: RigidArray<UInt8>
  private var uses: RigidArray<Int32>
  /// What each shell was charged; 0 for everything else.
  private var charges: RigidArray<Int>
  private(set) var shellCount = 0
  /// The sum of what shells were charged.
  private(set) var shellCost = 0
  /// Whether values implement the protocol at all.
  let isOn: Bool

  /// No content yet.
  /// - Parameters:
  ///   - imageCount: images are `0..<imageCount`.
  ///   - isOn: whether values implement the protocol; otherwise nothing is ever discardable.
  package init(imageCount: Int, isOn: Bool) {
    self.isOn = isOn
    let count = isOn ? imageCount : 0
    states = RigidArray(repeating: State.none.rawValue, count: count)
    uses = RigidArray(repeating: 0, count: count)
    charges = RigidArray(repeating: 0, count: count)
  }

  /// A new value with its content.
  package mutating func create(_ image: ImageID, uses count: Int = 1) {
    guard isOn else { return }
    forgetShell(image)
    states[Int(image.index)] = State.present.rawValue
    uses[Int(image.index)] = Int32(count)
  }

  /// A plain value takes the place: there is no content to discard.
  package mutating func forget(_ image: ImageID) {
    guard isOn else { return }
    forgetShell(image)
    states[Int(image.index)] = State.none.rawValue
    uses[Int(image.index)] = 0
  }

  /// Asks for the content, to use it until `endAccess`.
  /// - Returns: whether it is there; if not, nothing was begun.
  @discardableResult
  package mutating func beginAccess(_ image: ImageID) -> Bool {
    guard isOn, states[Int(image.index)] == State.present.rawValue else { return false }
    uses[Int(image.index)] += 1
    return true
  }

  /// Ends a use; without one nothing happens.
  package mutating func endAccess(_ image: ImageID) {
    guard isOn, uses[Int(image.index)] > 0 else { return }
    uses[Int(image.index)] -= 1
  }

  /// Frees the content unless it is in use.
  package mutating func discardIfPossible(_ image: ImageID) {
    guard isOn, states[Int(image.index)] == State.present.rawValue, uses[Int(image.index)] == 0
    else { return }
    states[Int(image.index)] = State.discarded.rawValue
  }

  /// How many use the content, its creator included.
  package func useCount(of image: ImageID) -> Int { isOn ? Int(uses[Int(image.index)]) : 0 }

  /// Whether there was content and it is gone.
  package func isDiscarded(_ image: ImageID) -> Bool {
    isOn && states[Int(image.index)] == State.discarded.rawValue
  }

  /// Whether an image is in a cache without its content.
  func isShell(_ image: ImageID) -> Bool { shellCount > 0 && charges[Int(image.index)] < 0 }

  /// What a shell was charged.
  func charge(ofShell image: ImageID) -> Int { ~charges[Int(image.index)] }

  /// Leaves the entry of a discarded value where it is, at the cost that it had.
  mutating func makeShell(_ image: ImageID, cost: Int) {
    // The complement, so that a cost of 0 can be told from no shell.
    charges[Int(image.index)] = ~cost
    shellCount += 1
    shellCost += cost
  }

  /// The entry leaves, too; nothing happens if there is none.
  mutating func forgetShell(_ image: ImageID) {
    guard isShell(image) else { return }
    shellCost -= ~charges[Int(image.index)]
    shellCount -= 1
    charges[Int(image.index)] = 0
  }
}

extension DiscardableContents {
  /// What the values of a cache are.
  static let setting = Setting(
    "content", .choice(["plain", "discardable"]), standard: "plain",
    "Whether images implement NSDiscardableContent; those survive the background.")

  /// What becomes of a value that has lost its content.
  static let pruning = Setting(
    "evictsObjectsWithDiscardedContent", .flag, standard: "true",
    "Whether a value without content leaves when it is read.")

  /// What the settings say.
  init(_ setup: PolicySetup) {
    self.init(
      imageCount: setup.imageCount,
      isOn: setup.settings.pairs.contains { $0.name == "content" && $0.value == "discardable" })
  }
}
