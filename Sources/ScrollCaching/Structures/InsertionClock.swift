import BasicContainers
import ScrollCore

/// A clock that insertions advance, and the time at which each image was inserted.
///
/// Policies of 2024 to 2026 ignore hits that follow an insertion too closely, because such hits say
/// little about later ones. They measure the distance in insertions. Where images have sizes, the
/// cost of the inserted images is the better measure: a share of the capacity then means the same
/// in every unit.
struct InsertionClock: ~Copyable {
  /// The advance of the clock at an insertion.
  enum Unit: String, CaseIterable {
    /// The cost of the image.
    case cost
    /// 1 for every image.
    case insertions
  }

  private var now = 0
  private var times: RigidArray<Int>
  private let unit: Unit

  init(imageCount: Int, unit: Unit) {
    times = RigidArray(repeating: 0, count: imageCount)
    self.unit = unit
  }

  mutating func grow(toImageCount count: Int) { times.grow(to: count, filling: 0) }

  /// Advances the clock by an image and records the time for it.
  mutating func insert(_ image: ImageID, cost: Int) {
    advance(cost: cost)
    restart(image)
  }

  /// Advances the clock by an image.
  mutating func advance(cost: Int) { now &+= unit == .cost ? cost : 1 }

  /// Records the present time for an image.
  mutating func restart(_ image: ImageID) { times[Int(image.index)] = now }

  /// Returns the time since the recorded time of an image.
  func age(of image: ImageID) -> Int { now &- times[Int(image.index)] }
}

extension InsertionClock.Unit {
  /// The setting of policies with such a clock.
  static let setting = Setting(
    "countedIn", .choice(allCases.map { $0.rawValue }), standard: cost.rawValue,
    "The unit of the distance: the cost of inserted images, or their number as in the authors' "
      + "program; both are the same if the limit is a number of images.")

  /// Creates the unit that the settings choose.
  init(_ settings: SettingValues) { self = Self(rawValue: settings[Self.setting.name]) ?? .cost }
}
