import ScrollCore

/// The distribution of a quantity of a behavior, with its source.
///
/// No published distribution of scroll gestures on phones was found, so most distributions are
/// estimates. A trace names the source of each distribution that it draws from.
struct Distribution: Sendable, Equatable {
  enum Shape: Sendable, Equatable {
    case logNormal(median: Double, sigma: Double)
    case even
    /// A count of at least 1.
    case geometric(mean: Double)
  }

  let name: String
  let shape: Shape
  /// The range of values; a value outside is replaced by the nearest end.
  let range: ClosedRange<Double>
  let unit: String
  /// The source; `estimate`, perhaps with more text, for a guess.
  let source: String

  func draw(_ random: inout SeededRandom) -> Double {
    switch shape {
    case .logNormal(let median, let sigma):
      random.logNormal(median: median, sigma: sigma, clippedTo: range)
    case .even: range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    case .geometric(let mean):
      min(max(Double(random.geometric(mean: mean)), range.lowerBound), range.upperBound)
    }
  }

  /// A text such as `flick log-normal, median 1400, sigma 0.7, 100 to 8000 pt/s (estimate)`.
  var description: String {
    func text(_ number: Double) -> String { Millionths(number).text }
    let shape =
      switch shape {
      case .logNormal(let median, let sigma):
        "log-normal, median \(text(median)), sigma \(text(sigma)), "
      case .even: "even, "
      case .geometric(let mean): "geometric, mean \(text(mean)), "
      }
    let ends = "\(text(range.lowerBound)) to \(text(range.upperBound))"
    return "\(name) \(shape)\(ends)\(unit.isEmpty ? "" : " \(unit)") (\(source))"
  }
}

/// The distributions of behaviors.
///
/// In the sources, "logs" means two published logs: one of 598 people who read articles, and one of
/// 65 sessions with scroll wheels in a remote desktop. In both, a log-normal distribution fits the
/// dwell times best. "Flings" means 19 flings that were recorded by hand.
extension Distribution {
  static let flick = Distribution(
    name: "flick", shape: .logNormal(median: 1400, sigma: 0.7), range: 100...8000, unit: "pt/s",
    source: "estimate; flings had 460 to 5900")
  static let hardFlick = Distribution(
    name: "hard flick", shape: .logNormal(median: 3600, sigma: 0.35), range: 1800...8000,
    unit: "pt/s", source: "estimate; flings meant to be fast had 3400 to 5900")
  static let flicks = Distribution(
    name: "flicks in a burst", shape: .geometric(mean: 1.6), range: 1...20, unit: "",
    source: "estimate; wheel runs are short, median 2")
  static let gap = Distribution(
    name: "gap in a burst", shape: .even, range: 180...350, unit: "ms", source: "estimate")
  static let look = Distribution(
    name: "look", shape: .logNormal(median: 1.1, sigma: 1.2), range: 0.1...60, unit: "s",
    source: "shape and sigma from logs, median an estimate")
  static let readingLook = Distribution(
    name: "reading look", shape: .logNormal(median: 5, sigma: 1.2), range: 0.5...60, unit: "s",
    source: "shape and sigma from logs, whose median is 4.2 s")
  static let readingDrag = Distribution(
    name: "reading drag", shape: .even, range: 0.15...0.6, unit: "screens", source: "estimate")
  static let postLook = Distribution(
    name: "look at a post", shape: .logNormal(median: 1.7, sigma: 0.8), range: 0.2...30, unit: "s",
    source: "published mean of 1.7 s a post, spread an estimate")
  static let searched = Distribution(
    name: "screens searched", shape: .even, range: 4...12, unit: "", source: "estimate")
  static let found = Distribution(
    name: "look at what is found", shape: .logNormal(median: 3, sigma: 0.6), range: 0.5...30,
    unit: "s", source: "estimate")
  static let scrubbing = Distribution(
    name: "scrubbing", shape: .even, range: 500...1500, unit: "ms", source: "estimate")
  static let pageLook = Distribution(
    name: "look at a page", shape: .logNormal(median: 1.2, sigma: 0.6), range: 0.3...20, unit: "s",
    source: "estimate")
  static let pageFlick = Distribution(
    name: "page flick", shape: .even, range: 5.5...8, unit: "pages/s",
    source: "estimate, enough for one page")
  static let flight = Distribution(
    name: "flight before a catch", shape: .even, range: 120...600, unit: "ms", source: "estimate")
  static let nudge = Distribution(
    name: "nudge after a catch", shape: .even, range: 0.02...0.15, unit: "screens",
    source: "estimate")

  static let absence = Distribution(
    name: "absence", shape: .logNormal(median: 900, sigma: 1.5), range: 10...36_000, unit: "s",
    source: "estimate")
  static let otherApps = Distribution(
    name: "memory of other apps", shape: .logNormal(median: 400, sigma: 0.7), range: 50...3000,
    unit: "MB", source: "estimate")

  /// The probabilities that a user reverses the scroll direction, while scrolling and while turning
  /// pages; the header states them.
  static let turning = 0.13, turningPage = 0.15
}

extension Behavior {
  /// The distributions that the behavior draws from.
  var distributions: [Distribution] {
    switch self {
    case .browse: [.flick, .flicks, .gap, .look]
    case .read: [.readingDrag, .readingLook]
    case .search: [.searched, .hardFlick, .found]
    case .scrub: [.scrubbing, .look]
    case .doomScroll: [.flick, .postLook]
    case .carousel: [.pageFlick, .pageLook]
    case .flickAndCatch: [.hardFlick, .flight, .nudge, .look]
    case .scrollToTop, .rotate: [.look]
    case .away: [.absence, .otherApps, .look]
    }
  }

  /// The other random choices of the behavior.
  var chances: String? {
    switch self {
    case .browse, .read: "turning round \(Distribution.turning) (logs: 0.156 a step)"
    case .carousel: "turning a page back \(Distribution.turningPage) (estimate)"
    default: nil
    }
  }
}
