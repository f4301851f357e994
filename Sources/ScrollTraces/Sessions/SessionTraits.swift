import ScrollCaching
import ScrollCore
import ScrollDevice

/// The traits of a drawn session: behavior, speed of flicks, length of looks, duration and images.
///
/// No published distribution describes how people's scroll sessions differ. So these are estimates,
/// chosen around the average person of `FlickSession`:
///
/// - behavior: browsing 1/2, reading 1/4, to and fro 1/4;
/// - median release velocity: log-normal, median 1400 pt/s, sigma 0.35, clipped to 700...2800 (of
///   19 recorded flings of one person, the deliberately slow ones had 460 to 1370 pt/s, the medium
///   ones 1070 to 2070 and the fast ones 3400 to 5900; within a session, velocities scatter with
///   sigma 0.7);
/// - median look: log-normal, that of the behavior (1.1 s, or 5 s for reading), sigma 0.4,
///   clipped to between 0.4 and 2.5 times that;
/// - duration: log-normal, median 60 s, sigma 0.6, clipped to 15...240, in whole seconds;
/// - items: from 300 to 3000, with a uniformly distributed logarithm;
/// - longer side of the images: one of 400, 600, 800, 1024 and 1280 pixels, with equal
///   probabilities; six in ten are landscape (4:3), three are portrait (3:4), one is square. They
///   are JPEG photographs.
///
/// Each session has its own random generator, so that the seventh session is the same whether ten
/// are drawn or a thousand.
struct SessionTraits: Sendable, Equatable {
  let style: SessionStyle
  let habits: SessionHabits
  let duration: SimTime
  let items: Int
  /// The longer side in pixels.
  let longerSide: Int
  /// The seeds of the gestures and of the images.
  let scrollSeed: UInt64, imageSeed: UInt64

  /// Draws a session.
  /// - Parameters:
  ///   - number: the number of the session, from 1.
  ///   - seed: the seed of all sessions.
  ///   - fixed: the behavior of every session; `nil` to draw it.
  init(of number: Int, seed: UInt64, style fixed: SessionStyle?) {
    var random = SeededRandom(seed: XXH64.hash(UInt64(number), seed: seed))
    scrollSeed = random.next() >> 1
    imageSeed = random.next() >> 1
    let drawn: SessionStyle =
      switch random.below(4) {
      case 0, 1: .browsing
      case 2: .reading
      default: .toAndFro
      }
    style = fixed ?? drawn
    // Rounded, so that the last bit of a logarithm has no effect.
    let release = random.logNormal(median: 1400, sigma: 0.35, clippedTo: Self.releases).rounded()
    let patience = random.logNormal(median: 1, sigma: 0.4, clippedTo: Self.patience)
    habits = SessionHabits(
      release: release, look: (style.habits.look * patience * 100).rounded() / 100)
    duration = SimTime(
      seconds: random.logNormal(median: 60, sigma: 0.6, clippedTo: Self.seconds).rounded())
    items = min(
      max(Int((300 * pow(10, random.unit())).rounded()), Self.items.lowerBound),
      Self.items.upperBound)
    longerSide = Self.sides[random.below(Self.sides.count)]
  }

  static let releases = 700.0...2800
  static let patience = 0.4...2.5
  static let seconds = 15.0...240
  static let items = 300...3000
  static let sides = [400, 600, 800, 1024, 1280]

  /// Returns the recipe of the images, all of them with one origin.
  func recipe(from origin: ImageOrigin) -> CatalogRecipe {
    let side = longerSide
    func rule(_ width: Int, _ height: SizeRule.Height) -> SizeRule {
      guard let rule = SizeRule(width: width...width, height: height) else {
        preconditionFailure("\(side) pixels are a side")
      }
      return rule
    }
    return CatalogRecipe(
      items: items, seed: imageSeed,
      sizes: WeightedMix([
        (rule(side, .ratio(4, 3)), 6), (rule(side * 3 / 4, .ratio(3, 4)), 3),
        (rule(side, .pixels(side...side)), 1),
      ]),
      origins: WeightedMix(origin))
  }

  /// A text such as `reading, flicks of 1210 pt/s, looks of 4.2 s`.
  var summary: String {
    "\(style.rawValue), flicks of \(Int(habits.release)) pt/s, looks of \(habits.look) s"
  }
}
