/// A published statistic of how people scroll on phones.
package struct PublishedStatistic: Sendable {
  /// The quantity of a trace that is compared.
  enum Quantity: Sendable {
    case gap, length, travel, turns, release, hardRelease, visit, longLook
    /// A quantity in pixels of a screen whose density is not known.
    case pixels
  }

  package struct Source: Sendable {
    package let name: String
    package let year: Int
    package let link: String
    package let basis: Basis

    /// The way in which a number comes from its source.
    package enum Basis: String, Sendable {
      case stated
      case computed = "computed from its data"
      case secondHand = "quoted by another source"
    }
  }

  package let name: String
  package let unit: String
  let quantity: Quantity
  /// The published median or mean.
  package let value: Double
  /// The values that agree with the statistic: the published range, or half to double the published
  /// value.
  package let range: ClosedRange<Double>
  package let source: Source

  private init(
    _ name: String, _ unit: String, _ quantity: Quantity, _ value: Double,
    in range: ClosedRange<Double>? = nil, _ source: Source
  ) {
    self.name = name
    self.unit = unit
    self.quantity = quantity
    self.value = value
    self.range = range ?? value / 2...value * 2
    self.source = source
  }
}

extension PublishedStatistic.Source {
  /// The features of 12 301 vertical strokes in Wikipedia articles, of all 41 people.
  static let touchalytics = Self(
    name: "Frank et al., Touchalytics, 41 people reading on phones", year: 2013,
    link: "https://doi.org/10.1109/TIFS.2012.2225048", basis: .computed)
  static let hmog = Self(
    name: "Sitová et al., HMOG, 99 people reading on phones", year: 2016,
    link: "https://doi.org/10.1109/TIFS.2015.2506542", basis: .secondHand)
  /// The scroll events of 598 people in 1103 texts.
  static let readability = Self(
    name: "Gooding et al., 598 people reading texts", year: 2021,
    link: "https://doi.org/10.18653/v1/2021.conll-1.30", basis: .computed)
  /// The velocities that the test expects for the 12 flings that are not as hard as possible.
  ///
  /// They are in pixels of a Pixel, which has 2.625 pixels per point.
  static let android = Self(
    name: "Android, VelocityTracker_test.cpp, 12 flings by hand", year: 2017,
    link: "https://android.googlesource.com/platform/frameworks/native", basis: .stated)
  /// Flings of 558 to 917 px in 114 to 178 ms.
  static let expensify = Self(
    name: "Expensify, hard flings of a feed", year: 2026,
    link: "https://github.com/Expensify/App/issues/99202", basis: .stated)
  static let facebook = Self(
    name: "Facebook, a mean of all people on phones", year: 2016,
    link: "https://insights.fb.com/2016/04/20/capturing-attention-feed-video-creative/",
    basis: .stated)
  static let pages = Self(
    name: "Liu et al. (web pages, Weibull)", year: 2010,
    link: "https://doi.org/10.1145/1835449.1835513", basis: .stated)
  static let items = Self(
    name: "Putkonen et al. (news feeds, Weibull)", year: 2023,
    link: "https://doi.org/10.1007/978-3-031-28238-6_5", basis: .stated)
}

extension PublishedStatistic {
  /// The statistics that a trace is compared with.
  package static let all = [
    Self("gap between gestures", "s", .gap, 0.945, in: 0.471...3.911, .touchalytics),
    Self("gap between gestures", "s", .gap, 1.58, in: 0.687...5.026, .hmog),
    Self("gesture length", "s", .length, 0.799, in: 0.467...1.492, .touchalytics),
    Self("gesture length", "s", .length, 0.483, .hmog),
    // 10.1 mm (6.5 to 16.0), at 163 points to the inch.
    Self("gesture travel", "pt", .travel, 65.1, in: 41.7...102.9, .touchalytics),
    Self("gesture travel", "px", .pixels, 175, .hmog),
    Self("gestures opposite to the one before", "%", .turns, 10.7, .touchalytics),
    Self("gestures opposite to the one before", "%", .turns, 16.4, .readability),
    Self("release speed", "pt/s", .release, 1533, in: 797...3320, .android),
    Self(
      "release speed of the fastest tenth", "pt/s", .hardRelease, 5000, in: 3135...8044,
      .expensify),
    Self("mean time for an item", "s", .visit, 1.7, .facebook),
    Self("rests longer than 1 s", "s", .longLook, 4.27, in: 1.9...11.55, .readability),
  ]

  /// The sources that state the distribution of dwell times.
  package static let distributions: [Source] = [.pages, .items]
}
