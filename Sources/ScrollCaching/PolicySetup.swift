public import ScrollCore

/// Everything that a policy may know before the first request.
public struct PolicySetup: Sendable {
  /// What the times of requests and viewports count.
  public enum Clock: Sendable {
    /// Simulated time.
    case simulation
    /// Requests: one nanosecond each. There is no viewport but the request's own item, and
    /// nothing takes time. This is what `replay` sets.
    case requests
  }

  /// Images are `0..<imageCount`.
  public var imageCount: Int
  public var limits: CacheLimits
  /// Checked and complete.
  public var settings: SettingValues
  public var seed: UInt64
  /// What dictates the draws of a policy; nil where its seed decides.
  package var script: DrawScript?
  /// Where the items lie; nil means one long each, in the order of the images.
  public var placement: ItemPlacement?
  /// Milliseconds to read or download and decode each image again; empty means 1 each.
  public var reloadMilliseconds: [Double]
  /// Milliseconds of them that decode; empty means 1 each.
  public var decodeMilliseconds: [Double]
  /// Bytes of each image in memory, whatever it is charged; empty means what it is charged.
  public var bytes: [Int]
  /// The direction before anything has moved.
  public var direction: ScrollDirection
  /// How a fling loses its speed: as `exp(-decay * t)`, in 1/s.
  public var decay: Double
  /// Pixels per point.
  public var scale: Double
  public var clock: Clock
  /// The id of each image in its trace, for policies that hash it; empty means its number.
  public var keys: [UInt64]
  /// For each request its next use (`RequestStream.nextUses`); empty where the future is
  /// not known, which is everywhere but in `replay`.
  public var nextUses: [Int32]

  public init(
    imageCount: Int, limits: CacheLimits, settings: SettingValues = SettingValues(),
    seed: UInt64 = 0, placement: ItemPlacement? = nil, reloadMilliseconds: [Double] = [],
    decodeMilliseconds: [Double] = [], bytes: [Int] = [],
    direction: ScrollDirection = .forward, decay: Double = Self.normalDecay, scale: Double = 1,
    clock: Clock = .simulation, keys: [UInt64] = [],
    nextUses: [Int32] = []
  ) {
    self.imageCount = imageCount
    self.limits = limits
    self.settings = settings
    self.seed = seed
    self.placement = placement
    self.reloadMilliseconds = reloadMilliseconds
    self.decodeMilliseconds = decodeMilliseconds
    self.bytes = bytes
    self.direction = direction
    self.decay = decay
    self.scale = scale
    self.clock = clock
    self.keys = keys
    self.nextUses = nextUses
  }

  /// What a policy draws from.
  package var random: PolicyRandom {
    script.map { PolicyRandom(following: $0) } ?? PolicyRandom(seed: seed)
  }

  /// UIKit's normal rate, 0.998 per millisecond: `-1000 ln 0.998`.
  public static let normalDecay = 2.0020026706730794
}

extension PolicySetup {
  /// Whether images come and go and their ids are reused: then `imageCount` says how many ids there
  /// are at first, and no items lie anywhere until `didPlace` tells of them.
  public var reusesIDs: Bool {
    get { placement?.count == 0 }
    set { placement = newValue ? .unknown(imageCount: imageCount) : nil }
  }

  /// Where the items lie: a line unless anything else is known.
  var items: ItemPlacement { placement ?? ItemPlacement(line: imageCount) }

  /// The set-up of a replay of a stream: times count requests, ids are those of the stream.
  @usableFromInline func replaying(_ stream: RequestStream) -> PolicySetup {
    var setup = limitingCount()
    setup.clock = .requests
    if setup.keys.isEmpty { setup.keys = stream.keys }
    return setup
  }
}

/// What a policy draws from: a generator with a seed, or a script where it is asked what the policy
/// could have drawn.
package struct PolicyRandom: Sendable {
  private var generator: SeededRandom
  /// What dictates the draws; nil where they are drawn.
  private let script: DrawScript?

  /// Draws from a seed.
  package init(seed: UInt64) {
    generator = SeededRandom(seed: seed)
    script = nil
  }

  /// Follows a script.
  package init(following script: DrawScript) {
    generator = SeededRandom(seed: 0)
    self.script = script
  }

  /// A whole number in `0 ..< bound`, without bias.
  /// - Precondition: `bound` is positive.
  package mutating func below(_ bound: Int) -> Int {
    if let script { return script.below(bound) }
    return generator.below(bound)
  }

  /// True with the given probability.
  package mutating func chance(_ probability: Double) -> Bool {
    if let script { return script.chance(probability) }
    return generator.chance(probability)
  }
}

/// Draws that are dictated and noted, for whoever asks what a model that draws could have done.
///
/// A policy that follows a script takes its choices one by one and then, where the script ends,
/// draws from a seed or takes one option again and again. What was chosen, out of how many, and how
/// likely that was, is noted: with the choices of one run and another last one, a second run is the
/// first up to that draw.
///
/// `@unchecked` because a script belongs to one model, which is used inside one task.
package final class DrawScript: @unchecked Sendable {
  /// A choice that was made.
  package struct Draw: Sendable {
    package let options: Int
    package let choice: Int
    package let probability: Double
  }

  /// Everything drawn so far, in order; what has only one option is not drawn.
  package private(set) var draws: [Draw] = []
  /// The option that is taken where the script has ended, or the last one if there are fewer; nil
  /// draws it.
  package var fixed: Int?
  private let dictated: [Int]
  private var random: SeededRandom

  /// A script.
  /// - Parameters:
  ///   - choices: of the first draws.
  ///   - seed: of what is drawn after them.
  package init(_ choices: [Int] = [], seed: UInt64) {
    dictated = choices
    random = SeededRandom(seed: seed)
  }

  /// A whole number in `0 ..< bound`.
  /// - Precondition: `bound` is positive.
  func below(_ bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    guard bound > 1 else { return 0 }
    return choose(bound, { $0.below(bound) }, probability: { _ in 1 / Double(bound) })
  }

  /// True with the given probability.
  func chance(_ probability: Double) -> Bool {
    guard probability > 0 else { return false }
    guard probability < 1 else { return true }
    let choice = choose(
      2, { $0.chance(probability) ? 1 : 0 },
      probability: { $0 == 1 ? probability : 1 - probability })
    return choice == 1
  }

  private func choose(
    _ options: Int, _ draw: (inout SeededRandom) -> Int, probability: (Int) -> Double
  ) -> Int {
    let choice: Int
    if draws.count < dictated.count {
      choice = min(dictated[draws.count], options - 1)
    } else if let fixed {
      choice = min(fixed, options - 1)
    } else {
      choice = draw(&random)
    }
    draws.append(Draw(options: options, choice: choice, probability: probability(choice)))
    return choice
  }
}
