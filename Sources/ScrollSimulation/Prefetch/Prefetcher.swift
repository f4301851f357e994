public import ScrollCore

/// A prefetcher of a catalog with its settings.
///
/// A prefetcher decides which images the app requests before they are visible, and in which order.
///
/// A prefetch is issued when an image enters the plan. Most prefetchers withdraw it when the image
/// leaves.
public struct Prefetcher: Sendable {
  public let descriptor: PrefetcherDescriptor
  public let settings: SettingValues

  /// Creates a prefetcher with settings that were checked for it.
  init(_ descriptor: PrefetcherDescriptor, _ settings: SettingValues) {
    self.descriptor = descriptor
    self.settings = settings
  }

  /// Creates a prefetcher with some of its settings; the others have their defaults.
  /// - Throws: `SettingError` for the first name or value that does not fit.
  public init(
    _ descriptor: PrefetcherDescriptor, setting given: [(name: String, value: String)] = []
  ) throws(SettingError) {
    self.init(
      descriptor,
      try SettingValues(given, for: descriptor.settings, of: descriptor.name))
  }

  /// The prefetcher that requests nothing.
  public static let none = NoPrefetch.descriptor.standard

  /// A Boolean value that indicates whether a prefetch is withdrawn when its image leaves the plan.
  public var withdraws: Bool { descriptor.facts.withdraws }

  /// A Boolean value that indicates whether a change of direction withdraws all requests before new
  /// ones are made.
  public var cancelsOnReversal: Bool { withdraws && settings.flag("cancelOnReversal") }

  /// A Boolean value that indicates whether it suffices to compare the items of successive plans:
  /// new items are requested, missing ones withdrawn, and the others have the same urgency.
  var comparesItems: Bool { withdraws && !descriptor.facts.plansSoon }

  /// Starts the prefetcher for a run.
  /// - Parameters:
  ///   - setup: the facts that are constant during the run.
  ///   - placement: the first positions of the items.
  ///   - breadth: the viewport's length across the axis in points.
  ///   - end: the time of the next layout, `never` if there is none.
  /// - Returns: the rule, before the first frame.
  package func start(
    _ setup: PrefetchSetup, placement: ItemPlacement, breadth: Double,
    until end: SimTime = .never
  ) -> any RunningPrefetcher {
    var setup = setup
    setup.settings = settings
    if !descriptor.facts.seesFuture { setup.motion = nil }
    return descriptor.start(
      setup,
      PrefetchPlanner(
        cancelsOnReversal: cancelsOnReversal, plansSoon: descriptor.facts.plansSoon,
        placement: placement, breadth: breadth, until: end))
  }
}

extension PrefetcherDescriptor {
  /// The prefetcher with the default of every setting.
  public var standard: Prefetcher { Prefetcher(self, SettingValues(standardsOf: settings)) }
}

extension Prefetcher: CustomStringConvertible {
  /// The prefetcher with all settings, as on the command line; the keys of runs contain this text.
  ///
  /// The text omits a `Setting.later` that has its default.
  public var description: String {
    zip(descriptor.settings, settings.pairs).reduce(descriptor.name) { text, setting in
      let (declared, (name, value)) = setting
      let short = declared.domain.shortText(of: value)
      let isLeftOut = declared.isLater && short == declared.domain.shortText(of: declared.standard)
      return isLeftOut ? text : "\(text):\(name)=\(short)"
    }
  }
}

extension Prefetcher: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }
}

extension Setting.Domain {
  /// Returns the shortest spelling of a number, without an unneeded fraction: `2`, `0.5`.
  fileprivate func shortText(of value: String) -> String {
    switch self {
    case .integer: return Int(value).map { "\($0)" } ?? value
    case .choice, .flag, .expression: return value
    case .distance: return ScreenDistance(value).map { "\($0)" } ?? value
    case .number:
      guard let number = Double(value) else { return value }
      let isWhole = number == number.rounded() && abs(number) < 1e15
      return isWhole ? "\(Int64(number))" : "\(number)"
    }
  }
}
