import ScrollCore

/// Which images are asked for before they are visible, in which order.
///
/// A value made of named settings, as on the command line; `PrefetchPlanner` does what it says.
/// A prefetch is issued when an image enters the plan and withdrawn when it leaves, except for
/// `neighbours`.
public enum Prefetcher: Sendable, Equatable {
  case none
  /// When items appear: the `k` nearest on both sides of each, the one ahead before the one
  /// behind, nothing withdrawn (listing 14.5 with `k` = 1).
  case neighbours(Int)
  case ring(RingPrefetch)
  case directional(DirectionalPrefetch)
  case uikitWindow(UIKitWindow)
  case textureRanges(TextureRanges)
  case skewport(Skewport)
  case velocity(VelocityPrefetch)
  case flingLanding(FlingLanding)
  case idleGrow(IdleGrowth)
  case glidePreload(GlidePreload)
  case clairvoyant(ClairvoyantPrefetch)

  /// Whether a prefetch is withdrawn when its image leaves the plan.
  public var withdraws: Bool {
    switch self {
    case .none, .neighbours: false
    default: true
    }
  }

  /// Whether what stays in a plan stays as it is, and what leaves it is withdrawn.
  var comparesItems: Bool {
    switch self {
    case .none, .neighbours, .textureRanges, .skewport, .flingLanding: false
    default: true
    }
  }

  /// Whether everything is withdrawn on a change of direction before anything is asked for.
  public var cancelsOnReversal: Bool { kind?.cancelsOnReversal ?? false }

  /// Whether it knows what will happen: a baseline to compare with, not something to build.
  public var seesFuture: Bool {
    if case .clairvoyant = self { true } else { false }
  }

  /// The settings, nil for those that have none but a number.
  private var kind: (any PrefetcherKind)? {
    switch self {
    case .none, .neighbours: nil
    case .ring(let kind): kind
    case .directional(let kind): kind
    case .uikitWindow(let kind): kind
    case .textureRanges(let kind): kind
    case .skewport(let kind): kind
    case .velocity(let kind): kind
    case .flingLanding(let kind): kind
    case .idleGrow(let kind): kind
    case .glidePreload(let kind): kind
    case .clairvoyant(let kind): kind
    }
  }
}

extension Prefetcher {
  /// Whether it plans when the app goes to the background, too.
  var heedsBackground: Bool {
    guard case .textureRanges(let ranges) = self else { return false }
    return ranges.mode == nil
  }
}

extension Prefetcher: CustomStringConvertible {
  /// As on the command line, with every setting.
  public var description: String {
    switch self {
    case .none: "none"
    case .neighbours(let reach): "neighbours:k=\(reach)"
    default: kind?.description ?? ""
    }
  }
}

/// The settings of one kind of prefetcher, and how they are read and written.
protocol PrefetcherKind: Sendable, Equatable {
  static var descriptor: PrefetcherDescriptor { get }
  /// As text, one for each of the descriptor's settings.
  var values: [String] { get }
  var cancelsOnReversal: Bool { get }
}

extension PrefetcherKind {
  var description: String {
    zip(Self.descriptor.settings, values).reduce(Self.descriptor.name) {
      "\($0):\($1.0.name)=\($1.1)"
    }
  }
}

extension Setting {
  /// The setting that every kind has which withdraws.
  static func cancelOnReversal(_ standard: Bool) -> Setting {
    Setting(
      "cancelOnReversal", .flag, standard: "\(standard)",
      "Whether a change of direction first withdraws everything.")
  }
}

extension SettingValues {
  var cancelsOnReversal: Bool { flag("cancelOnReversal") }
}

extension Double {
  /// Without a fraction where there is none: `2`, `0.5`.
  var settingText: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)"
  }
}
