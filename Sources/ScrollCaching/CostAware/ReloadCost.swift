import BasicContainers
import ScrollCore

/// What it costs to get an image again, to policies that weigh that against its size.
public enum ReloadCost: String, Sendable, CaseIterable {
  /// The same for every image: misses are counted.
  case one
  /// As much as the image is charged: bytes missed are counted.
  case bytes
  /// Milliseconds to decode it, `PolicySetup.decodeMilliseconds`.
  case decodeTime
  /// Milliseconds to read or download and decode it, `PolicySetup.reloadMilliseconds`.
  case reloadTime
}

extension ReloadCost {
  /// The setting of every policy that weighs costs.
  static func setting(standard: ReloadCost) -> Setting {
    Setting(
      "cost", .choice(allCases.map { $0.rawValue }), standard: standard.rawValue,
      "What a miss costs: 1, the bytes, or the milliseconds to decode or to reload.")
  }

  /// What the settings say.
  init(_ settings: SettingValues) { self = ReloadCost(rawValue: settings["cost"]) ?? .one }

  /// The times that it measures, by image; empty where it measures none or they are unknown.
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
/// An image that is charged nothing counts as one of 1 byte, a time that is not known as 1 ms,
/// a negative one as 0.
struct MissCosts: ~Copyable {
  private let measure: ReloadCost
  /// By image; empty where none are known.
  private var milliseconds: RigidArray<Double>
  private var imageCount: Int

  init(_ measure: ReloadCost, imageCount: Int, milliseconds: [Double]) {
    self.measure = measure
    self.imageCount = imageCount
    var times = RigidArray<Double>(capacity: milliseconds.count)
    for time in milliseconds { times.append(max(0, time)) }
    self.milliseconds = times
  }

  /// How long an image took to decode, and in all to get, where that is measured.
  mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    guard measure == .decodeTime || measure == .reloadTime else { return }
    milliseconds.grow(to: imageCount, filling: 1)
    milliseconds[Int(image.index)] = max(0, measure == .decodeTime ? decode : reload)
  }

  /// Images are `0..<count` from now on, never fewer than before.
  mutating func grow(toImageCount count: Int) {
    imageCount = count
    if !milliseconds.isEmpty { milliseconds.grow(to: count, filling: 1) }
  }

  /// The bytes that an image counts as.
  static func bytes(_ request: Request) -> Double { Double(max(request.cost, 1)) }

  /// What a miss for the image of a request costs.
  func cost(_ request: Request) -> Double {
    switch measure {
    case .one: 1
    case .bytes: Self.bytes(request)
    case .decodeTime, .reloadTime:
      milliseconds.isEmpty ? 1 : milliseconds[Int(request.image.index)]
    }
  }

  /// The cost for every byte.
  func costPerByte(_ request: Request) -> Double { cost(request) / Self.bytes(request) }
}
