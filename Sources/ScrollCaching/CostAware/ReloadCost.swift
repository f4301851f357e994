import BasicContainers
import ScrollCore

/// The cost of loading an image again, for policies that compare it with the image's size.
public enum ReloadCost: String, Sendable, CaseIterable {
  /// The same cost for every image, so that misses are counted.
  case one
  /// The charge of the image, so that missed bytes are counted.
  case bytes
  /// The milliseconds to decode the image, `PolicySetup.decodeMilliseconds`.
  case decodeTime
  /// The milliseconds to read or download and decode the image, `PolicySetup.reloadMilliseconds`.
  case reloadTime
}

extension ReloadCost {
  /// Creates the setting of every policy that uses costs.
  static func setting(standard: ReloadCost) -> Setting {
    Setting(
      "cost", .choice(allCases.map { $0.rawValue }), standard: standard.rawValue,
      "The cost of a miss: 1, the bytes, or the milliseconds to decode or to reload.")
  }

  /// Creates the cost that the settings choose.
  init(_ settings: SettingValues) { self = ReloadCost(rawValue: settings["cost"]) ?? .one }

  /// Returns the time of each image that this cost uses; empty if it uses none or the times are
  /// unknown.
  func milliseconds(in setup: PolicySetup) -> [Double] {
    switch self {
    case .one, .bytes: []
    case .decodeTime: setup.decodeMilliseconds
    case .reloadTime: setup.reloadMilliseconds
    }
  }
}

/// The costs of all images by one measure.
///
/// An image with a charge of 0 counts as 1 byte, an unknown time as 1 ms, a negative time as 0.
struct MissCosts: ~Copyable {
  private let measure: ReloadCost
  /// The milliseconds by image; empty if none are known.
  private var milliseconds: RigidArray<Double>
  private var imageCount: Int

  init(_ measure: ReloadCost, imageCount: Int, milliseconds: [Double]) {
    self.measure = measure
    self.imageCount = imageCount
    var times = RigidArray<Double>(capacity: milliseconds.count)
    for time in milliseconds { times.append(max(0, time)) }
    self.milliseconds = times
  }

  /// Records the measured milliseconds that an image took to decode, and in total to load.
  mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    guard measure == .decodeTime || measure == .reloadTime else { return }
    milliseconds.grow(to: imageCount, filling: 1)
    milliseconds[Int(image.index)] = max(0, measure == .decodeTime ? decode : reload)
  }

  /// Grows the table to `count` images; the number of images never decreases.
  mutating func grow(toImageCount count: Int) {
    imageCount = count
    if !milliseconds.isEmpty { milliseconds.grow(to: count, filling: 1) }
  }

  /// Returns the bytes that an image counts as.
  static func bytes(_ request: Request) -> Double { Double(max(request.cost, 1)) }

  /// Returns the cost of a miss for the image of a request.
  func cost(_ request: Request) -> Double {
    switch measure {
    case .one: 1
    case .bytes: Self.bytes(request)
    case .decodeTime, .reloadTime:
      milliseconds.isEmpty ? 1 : milliseconds[Int(request.image.index)]
    }
  }

  /// Returns the cost per byte.
  func costPerByte(_ request: Request) -> Double { cost(request) / Self.bytes(request) }
}
