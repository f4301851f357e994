public import ScrollCore

/// Which images are asked for before they are visible, in which order: an entry of the catalog
/// with its settings.
///
/// A prefetch is issued when an image enters the plan and, for most, withdrawn when it leaves.
public struct Prefetcher: Sendable {
  public let descriptor: PrefetcherDescriptor
  public let settings: SettingValues

  /// A prefetcher with settings that were checked for it.
  init(_ descriptor: PrefetcherDescriptor, _ settings: SettingValues) {
    self.descriptor = descriptor
    self.settings = settings
  }

  /// A prefetcher with some of its settings, the others as they are by default.
  /// - Throws: `SettingError` for the first name or value that does not fit.
  public init(
    _ descriptor: PrefetcherDescriptor, setting given: [(name: String, value: String)] = []
  ) throws(SettingError) {
    self.init(
      descriptor,
      try SettingValues(given, for: descriptor.settings, of: descriptor.name))
  }

  /// Asks for nothing that is not visible.
  public static let none = NoPrefetch.descriptor.standard

  /// Whether a prefetch is withdrawn when its image leaves the plan.
  public var withdraws: Bool { descriptor.facts.withdraws }

  /// Whether everything is withdrawn on a change of direction before anything is asked for.
  public var cancelsOnReversal: Bool { withdraws && settings.flag("cancelOnReversal") }

  /// Whether what stays in a plan stays as it is, and what leaves it is withdrawn.
  var comparesItems: Bool { withdraws && !descriptor.facts.plansSoon }

  /// The prefetcher at work in a run.
  /// - Parameters:
  ///   - setup: what stays the same for the run.
  ///   - placement: where the items lie at first.
  ///   - breadth: the viewport's length across the axis in points.
  ///   - end: when another layout comes, `never` if none does.
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
  /// The prefetcher with every setting as it is by default.
  public var standard: Prefetcher { Prefetcher(self, SettingValues(standardsOf: settings)) }
}

extension Prefetcher: CustomStringConvertible {
  /// As on the command line, with every setting: what run keys are made of.
  ///
  /// It omits a `Setting.later` at its default.
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
  /// A value in one spelling, without a fraction where there is none: `2`, `0.5`.
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
