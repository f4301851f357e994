import ScrollCore

/// Ten figures that describe how far users scroll forward and back within some seconds.
///
/// The model describes the farthest distance that the viewport moves in one direction within the
/// horizon. With some probability the distance is 0. Otherwise it is exponentially distributed; for
/// the direction of a movement, the mean grows with the present speed. The model is deliberately
/// simple, with so few figures that you can write them down by hand. Each figure is a maximum
/// likelihood estimate or comes from a least-squares line.
public struct SwipeStatistics: Equatable, Sendable {
  /// The distribution of the distance in one direction from a viewport.
  public struct Way: Equatable, Sendable {
    /// The probability that the viewport moves in this direction at all.
    public var chance: Double
    /// The mean distance if it moves in this direction, in screens.
    public var mean: Double

    public init(chance: Double, mean: Double) {
      self.chance = chance
      self.mean = mean
    }

    /// Returns the probability that content at a distance in screens becomes visible.
    public func chance(of distance: Double) -> Double {
      guard mean > 0 else { return 0 }
      return chance * exp(-max(0, distance) / mean)
    }

    /// Returns the distance in screens up to which content becomes visible with a probability of at
    /// least `least`.
    public func distance(of least: Double) -> Double {
      chance > least ? mean * log(chance / least) : 0
    }
  }

  /// At rest, the distribution in the direction of the last movement.
  public var restAhead = Way(chance: 0.493, mean: 1.407)
  /// At rest, the distribution in the opposite direction.
  public var restBack = Way(chance: 0.029, mean: 0.706)
  /// While the viewport moves, the distribution in the direction of movement; its mean applies to
  /// speed 0.
  public var moveAhead = Way(chance: 0.999, mean: 0.891)
  /// While the viewport moves, the distribution in the opposite direction.
  public var moveBack = Way(chance: 0.042, mean: 1.029)
  /// The seconds by which the speed, in screens per second, is multiplied and then added to the
  /// mean of `moveAhead`.
  public var glide = 0.219

  /// Creates the statistics of the generated traces `photo-grid`, `tall-feed`, `large-photos` and
  /// `carousel`, for a horizon of two seconds.
  public init() {}

  /// Returns the distributions ahead of a viewport and behind it.
  func ways(in viewport: Viewport) -> (ahead: Way, behind: Way) {
    guard viewport.phase != .idle else { return (restAhead, restBack) }
    let speed = max(0, viewport.velocity * viewport.direction.sign) / viewport.extent
    return (Way(chance: moveAhead.chance, mean: moveAhead.mean + glide * speed), moveBack)
  }
}

/// Conversion to and from settings of a prefetcher.
extension SwipeStatistics {
  /// The name and value of each figure, as on the command line.
  public var pairs: [(name: String, value: Double)] {
    [
      ("moveAhead", moveAhead.chance), ("moveAheadWay", moveAhead.mean), ("glide", glide),
      ("moveBack", moveBack.chance), ("moveBackWay", moveBack.mean),
      ("restAhead", restAhead.chance), ("restAheadWay", restAhead.mean),
      ("restBack", restBack.chance), ("restBackWay", restBack.mean),
    ]
  }

  private static let summaries = [
    "moveAhead": "Probability of continuing, while moving.",
    "moveAheadWay": "Mean distance in that case at speed 0, in screens.",
    "glide": "Seconds of the current speed added to that distance.",
    "moveBack": "Probability of turning back, while moving.",
    "moveBackWay": "Mean distance in that case, in screens.",
    "restAhead": "Probability of continuing, at rest.",
    "restAheadWay": "Mean distance in that case, in screens.",
    "restBack": "Probability of turning back, at rest.",
    "restBackWay": "Mean distance in that case, in screens.",
  ]

  static let settings = SwipeStatistics().pairs.map { name, value in
    let isChance = ["moveAhead", "moveBack", "restAhead", "restBack"].contains(name)
    return Setting(
      name, .number(isChance ? 0...1 : 0...1000), standard: "\(value)", summaries[name] ?? "")
  }

  /// Creates statistics from checked settings.
  init(_ settings: SettingValues) {
    func way(_ name: String) -> Way {
      Way(chance: settings.number(name), mean: settings.number("\(name)Way"))
    }
    moveAhead = way("moveAhead")
    moveBack = way("moveBack")
    restAhead = way("restAhead")
    restBack = way("restBack")
    glide = settings.number("glide")
  }
}
