public import ScrollCore

/// The facts that a policy may know before the first request.
public struct PolicySetup: Sendable {
  /// The unit of the times of requests and viewports.
  public enum Clock: Sendable {
    /// Simulated time.
    case simulation
    /// Requests, which count as one nanosecond each; `replay` uses this unit.
    ///
    /// The only viewport is the request's own item, and nothing takes time.
    case requests
  }

  /// The number of images; their ids are `0..<imageCount`.
  public var imageCount: Int
  public var limits: CacheLimits
  /// The settings, checked and complete.
  public var settings: SettingValues
  public var seed: UInt64
  /// The script of the policy's draws; `nil` if its seed decides.
  package var script: DrawScript?
  /// The positions of the items; `nil` means a length of 1 each, in the order of the images.
  public var placement: ItemPlacement?
  /// The milliseconds to read or download and decode each image again; empty means 1 each.
  public var reloadMilliseconds: [Double]
  /// The part of `reloadMilliseconds` that decodes each image; empty means 1 each.
  public var decodeMilliseconds: [Double]
  /// The bytes of each image in memory, regardless of its charge; empty means its charge.
  public var bytes: [Int]
  /// The direction before the first movement.
  public var direction: ScrollDirection
  /// The deceleration rate of a fling in 1/s; the speed falls as `exp(-decay * t)`.
  public var decay: Double
  /// The number of pixels per point.
  public var scale: Double
  public var clock: Clock
  /// The id of each image in its trace, for policies that hash it; empty means its number.
  public var keys: [UInt64]
  /// The next use for each request (`RequestStream.nextUses`); empty if the future is not known, as
  /// everywhere but in `replay`.
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

  /// The source of a policy's random draws.
  var random: PolicyRandom {
    script.map { PolicyRandom(following: $0) } ?? PolicyRandom(seed: seed)
  }

  /// UIKit's normal rate, 0.998 per millisecond: `-1000 ln 0.998`.
  public static let normalDecay = 2.0020026706730794
}

extension PolicySetup {
  /// A Boolean value that indicates whether images come and go and their ids are reused.
  ///
  /// If so, `imageCount` is the initial number of ids, and no items have positions until `didPlace`
  /// reports them.
  public var reusesIDs: Bool {
    get { placement?.count == 0 }
    set { placement = newValue ? .unknown(imageCount: imageCount) : nil }
  }

  /// The positions of the items: the known placement, or else a line of items.
  var items: ItemPlacement { placement ?? ItemPlacement(line: imageCount) }

  /// Returns the set-up of a replay of a stream: times count requests, ids are those of the stream.
  @usableFromInline func replaying(_ stream: RequestStream) -> PolicySetup {
    var setup = limitingCount()
    setup.clock = .requests
    if setup.keys.isEmpty { setup.keys = stream.keys }
    return setup
  }
}

/// The source of a policy's random draws: a seeded generator, or a script for the analysis of
/// possible draws.
package struct PolicyRandom: Sendable {
  private var generator: SeededRandom
  /// The script of the draws; `nil` if the generator draws.
  private let script: DrawScript?

  /// Creates a source that draws from a seed.
  package init(seed: UInt64) {
    generator = SeededRandom(seed: seed)
    script = nil
  }

  /// Creates a source that follows a script.
  package init(following script: DrawScript) {
    generator = SeededRandom(seed: 0)
    self.script = script
  }

  /// Returns a whole number in `0 ..< bound`, without bias.
  /// - Precondition: `bound` is positive.
  package mutating func below(_ bound: Int) -> Int {
    if let script { return script.below(bound) }
    return generator.below(bound)
  }

  /// Returns true with the given probability.
  package mutating func chance(_ probability: Double) -> Bool {
    if let script { return script.chance(probability) }
    return generator.chance(probability)
  }
}

/// A script that dictates and records random draws, for the analysis of a model's possible
/// behavior.
///
/// A policy that follows a script takes its choices one by one and then, after the end of the
/// script, draws from a seed or always takes one option. The script records each choice, the number
/// of options, and the probability. A run can be repeated with a script that contains its first
/// choices, the last of them changed. Both runs are then the same until the changed choice is
/// drawn.
///
/// The type is `@unchecked Sendable` because a script belongs to one model, which is used inside
/// one task.
package final class DrawScript: @unchecked Sendable {
  /// A recorded choice.
  package struct Draw: Sendable {
    package let options: Int
    package let choice: Int
    package let probability: Double
  }

  /// The draws so far, in order; a choice with only one option is not drawn.
  package private(set) var draws: [Draw] = []
  /// The number of the option that is taken after the end of the script, or of the last option if
  /// there are fewer; `nil` draws an option.
  package var fixed: Int?
  private let dictated: [Int]
  private var random: SeededRandom

  /// Creates a script.
  /// - Parameters:
  ///   - choices: The choices of the first draws.
  ///   - seed: The seed of the later draws.
  package init(_ choices: [Int] = [], seed: UInt64) {
    dictated = choices
    random = SeededRandom(seed: seed)
  }

  /// Returns a whole number in `0 ..< bound`.
  /// - Precondition: `bound` is positive.
  func below(_ bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    guard bound > 1 else { return 0 }
    return choose(bound, { $0.below(bound) }, probability: { _ in 1 / Double(bound) })
  }

  /// Returns true with the given probability.
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
