import BasicContainers
import ScrollCore

/// The treatment of a prefetched image by a policy until its first view.
public enum PrefetchedImageRule: String, Sendable, CaseIterable {
  /// An image like any other: its first view is a hit, which promotes it.
  case viewed
  /// An image that was not used yet and has protection for that; see `UnseenMarks`.
  case unseen
}

/// Marks of residents that were prefetched and not viewed yet.
///
/// To a policy that looks for second uses, a prefetched image seems unwanted, and the policy evicts
/// it just before it is shown. So the image carries a mark until its first view, with three
/// effects, which the policies apply:
///
/// 1. The first view has the effect of an insert: the queue, position and count of a new image, no
///    promotion.
/// 2. The first time that the image would be the victim, it is passed over. A hand or a clock
///    treats it as if it had been used once, and queues treat it as if it were new; policies with
///    ranks (`lfu`, `gdsf`) evict the next image in rank. The second time, it is evicted.
/// 3. It leaves no ghost.
///
/// Without prefetches there are no marks, and no difference.
struct UnseenMarks: ~Copyable {
  /// The mark of each image: 0 for no mark, 2 for a marked image that was not passed over yet, 1
  /// for one that was.
  var marks: RigidArray<UInt8>
  var count = 0
  let isOn: Bool

  init(imageCount: Int, _ standing: PrefetchedImageRule) {
    isOn = standing == .unseen
    marks = RigidArray(repeating: 0, count: isOn ? imageCount : 0)
  }

  /// Grows the marks to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    if isOn { marks.grow(to: count, filling: 0) }
  }

  var isEmpty: Bool { count == 0 }

  func contains(_ image: ImageID) -> Bool {
    count > 0 && marks[Int(image.index)] > 0
  }

  /// Marks a prefetched image.
  mutating func didInsert(_ image: ImageID, as admission: Admission) {
    guard isOn, admission == .prefetched, marks[Int(image.index)] == 0 else { return }
    marks[Int(image.index)] = 2
    count += 1
  }

  /// Clears the mark of an image that is viewed or removed, and returns whether it had one.
  @discardableResult
  mutating func clear(_ image: ImageID) -> Bool {
    guard contains(image) else { return false }
    marks[Int(image.index)] = 0
    count -= 1
    return true
  }

  /// Returns `true` if a candidate is passed over, which happens once.
  mutating func passesOver(_ image: ImageID) -> Bool {
    guard count > 0, marks[Int(image.index)] == 2 else { return false }
    marks[Int(image.index)] = 1
    return true
  }
}

extension PrefetchedImageRule {
  /// The setting of every policy with probation, marks or counts.
  static let setting = Setting(
    "prefetchedCountsAs", .choice(allCases.map { $0.rawValue }), standard: unseen.rawValue,
    "The treatment of a prefetched image until its first view; unseen spares it once.")

  /// Creates the treatment that the settings choose.
  init(_ settings: SettingValues) {
    self = PrefetchedImageRule(rawValue: settings[Self.setting.name]) ?? .unseen
  }
}
