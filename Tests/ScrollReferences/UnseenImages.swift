import ScrollCaching
import ScrollCore

/// The rule of `prefetchedCountsAs`, as two sets of images.
///
/// With `unseen`, a prefetched image is marked until its first view or until it leaves, and
/// has one grace: the first time that it would leave, it does not. With `viewed`, nothing is
/// ever marked.
struct UnseenImages {
  private let isOn: Bool
  private var marked: Set<ImageID> = []
  private var graced: Set<ImageID> = []

  init(_ settings: SettingValues) { isOn = settings["prefetchedCountsAs"] == "unseen" }

  mutating func insert(_ image: ImageID, as admission: Admission) {
    guard isOn, admission == .prefetched else { return }
    marked.insert(image)
    graced.insert(image)
  }

  /// Takes the mark, and the grace with it; whether there was one.
  @discardableResult
  mutating func unmark(_ image: ImageID) -> Bool {
    graced.remove(image)
    return marked.remove(image) != nil
  }

  func isMarked(_ image: ImageID) -> Bool { marked.contains(image) }

  /// Takes the grace; whether there was one.
  mutating func useGrace(of image: ImageID) -> Bool { graced.remove(image) != nil }
}
