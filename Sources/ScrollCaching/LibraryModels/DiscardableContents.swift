import BasicContainers
package import ScrollCore

/// The content state and use counts of values that implement NSDiscardableContent.
///
/// A value is created with one use, that of its creator. `beginAccess` adds a use and returns
/// whether the content exists, `endAccess` takes a use away, and `discardIfPossible` frees the
/// content if it is not in use. In a simulation, pinned images are in use: an image view begins
/// access when its cell appears and ends it when the cell leaves, and the creator ends its own
/// access once the value is stored.
///
/// A value whose content is gone may stay in a cache as an empty *shell*: look-ups no longer find
/// it, but it still counts towards the cache's limits until it is read or evicted.
///
/// Source: the documentation of `NSDiscardableContent`. GNUstep's own test values begin with no
/// use at all; see `create`.
///
/// - Complexity: every operation O(1).
package struct DiscardableContents: ~Copyable {
  private enum State: UInt8 {
    case none, present, discarded
  }

  private var states: RigidArray<UInt8>
  private var uses: RigidArray<Int32>
  /// The bitwise complement of each shell's charge, which is negative; 0 for all other images.
  private var charges: RigidArray<Int>
  private(set) var shellCount = 0
  /// The sum of the shells' charges.
  private(set) var shellCost = 0
  /// A Boolean value that indicates whether values implement NSDiscardableContent.
  let isOn: Bool

  /// Creates the states of values without content.
  /// - Parameters:
  ///   - imageCount: The number of images; their ids are `0..<imageCount`.
  ///   - isOn: `true` if values implement the protocol; otherwise no value is ever discardable.
  package init(imageCount: Int, isOn: Bool) {
    self.isOn = isOn
    let count = isOn ? imageCount : 0
    states = RigidArray(repeating: State.none.rawValue, count: count)
    uses = RigidArray(repeating: 0, count: count)
    charges = RigidArray(repeating: 0, count: count)
  }

  /// Creates a new value with its content.
  package mutating func create(_ image: ImageID, uses count: Int = 1) {
    guard isOn else { return }
    forgetShell(image)
    states[Int(image.index)] = State.present.rawValue
    uses[Int(image.index)] = Int32(count)
  }

  /// Records that a plain value, which has no content to discard, replaces the value of an image.
  mutating func forget(_ image: ImageID) {
    guard isOn else { return }
    forgetShell(image)
    states[Int(image.index)] = State.none.rawValue
    uses[Int(image.index)] = 0
  }

  /// Begins an access to the content, until `endAccess`.
  /// - Returns: `true` if the content exists; otherwise no access began.
  @discardableResult
  package mutating func beginAccess(_ image: ImageID) -> Bool {
    guard isOn, states[Int(image.index)] == State.present.rawValue else { return false }
    uses[Int(image.index)] += 1
    return true
  }

  /// Ends an access; does nothing if none has begun.
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

  /// Returns the number of uses of the content, its creator's included.
  package func useCount(of image: ImageID) -> Int { isOn ? Int(uses[Int(image.index)]) : 0 }

  /// Returns whether a value had content that was discarded.
  package func isDiscarded(_ image: ImageID) -> Bool {
    isOn && states[Int(image.index)] == State.discarded.rawValue
  }

  /// Returns `true` if an image is in a cache without its content.
  func isShell(_ image: ImageID) -> Bool { shellCount > 0 && charges[Int(image.index)] < 0 }

  /// Returns the charge of a shell.
  func charge(ofShell image: ImageID) -> Int { ~charges[Int(image.index)] }

  /// Keeps the entry of a discarded value as a shell, at its former cost.
  mutating func makeShell(_ image: ImageID, cost: Int) {
    // The complement distinguishes a cost of 0 from no shell.
    charges[Int(image.index)] = ~cost
    shellCount += 1
    shellCost += cost
  }

  /// Removes a shell, if there is one.
  mutating func forgetShell(_ image: ImageID) {
    guard isShell(image) else { return }
    shellCost -= ~charges[Int(image.index)]
    shellCount -= 1
    charges[Int(image.index)] = 0
  }
}

extension DiscardableContents {
  /// The setting for the kind of values in a cache.
  static let setting = Setting(
    "content", .choice(["plain", "discardable"]), standard: "plain",
    "Images implement NSDiscardableContent; these survive the background.")

  /// The setting for the removal of values without content.
  static let pruning = Setting(
    "evictsObjectsWithDiscardedContent", .flag, standard: "true",
    "A value without content is removed when it is read.")

  /// Creates the states that the settings choose.
  init(_ setup: PolicySetup) {
    self.init(
      imageCount: setup.imageCount,
      isOn: setup.settings.pairs.contains { $0.name == "content" && $0.value == "discardable" })
  }
}

/// A use of discardable content that its protocol forbids, for which Apple's systems raise an
/// exception.
package enum DiscardableContentError: Error, Equatable {
  /// An access to the bytes outside of `beginAccess` and `endAccess`.
  case accessWithoutBegin(ImageID)
  /// An access to content that is gone, after `beginAccess` had returned `false`.
  case contentIsDiscarded(ImageID)
  /// A call of `endAccess` without a matching `beginAccess`.
  case endWithoutBegin(ImageID)
}

extension DiscardableContentError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .accessWithoutBegin(let image):
      "the content of image \(image.index) was used without beginContentAccess; expected a "
        + "call that returned YES"
    case .contentIsDiscarded(let image):
      "the content of image \(image.index) was used after it was discarded; expected it to "
        + "be created again"
    case .endWithoutBegin(let image):
      "endContentAccess of image \(image.index) without beginContentAccess; "
        + "expected one end for each begin"
    }
  }
}

extension DiscardableContents {
  /// Accesses the bytes of a value, as drawing does.
  /// - Throws: `DiscardableContentError` unless an access has begun and the content exists. Plain
  ///   values may be used at any time.
  package func use(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    if isDiscarded(image) { throw .contentIsDiscarded(image) }
    if useCount(of: image) == 0 { throw .accessWithoutBegin(image) }
  }

  /// Ends an access.
  /// - Throws: `DiscardableContentError.endWithoutBegin` if none had begun.
  package mutating func endUse(_ image: ImageID) throws(DiscardableContentError) {
    guard isOn else { return }
    guard useCount(of: image) > 0 else { throw .endWithoutBegin(image) }
    endAccess(image)
  }
}
