import ScrollCaching
import ScrollCore

/// Which prefetched images nobody viewed yet, as `UnseenMarks` has them, in a dictionary.
struct SlowMarks {
  let isOn: Bool
  /// How often each marked image may still be passed over.
  private var graces: [ImageID: Int] = [:]
  /// How often it may be at first: once.
  var graceAtFirst = 1

  init(_ setup: PolicySetup) { isOn = setup.settings["prefetchedCountsAs"] == "unseen" }

  func contains(_ image: ImageID) -> Bool { graces[image] != nil }

  mutating func didInsert(_ image: ImageID, as admission: Admission) {
    if isOn, admission == .prefetched { graces[image] = graceAtFirst }
  }

  /// Takes the mark away; whether there was one.
  @discardableResult
  mutating func clear(_ image: ImageID) -> Bool { graces.removeValue(forKey: image) != nil }

  mutating func passesOver(_ image: ImageID) -> Bool {
    guard let left = graces[image], left > 0 else { return false }
    graces[image] = left - 1
    return true
  }
}

extension [ImageID] {
  /// Takes an image out, wherever and however often it is in.
  mutating func takeOut(_ image: ImageID) { removeAll { $0 == image } }

  /// Makes an image the last one.
  mutating func makeNewest(_ image: ImageID) {
    takeOut(image)
    append(image)
  }

  /// The first image that is not pinned.
  func oldest(sparing pins: borrowing PinSet) -> ImageID? {
    for image in self where !pins.contains(image) { return image }
    return nil
  }
}
