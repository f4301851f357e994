import ScrollCaching
import ScrollCore
import Synchronization
import Testing

/// A policy or model made to break one law.
struct Broken: Sendable, CustomTestStringConvertible {
  /// The law that it is made to break.
  var law: String
  /// A short description of the fault.
  var testDescription: String
  /// All laws that the policy breaks.
  ///
  /// Some laws cannot be broken alone. A cache that stops at a fault remains over its limit, and a
  /// cache that misses less than the best possible one reports wrong contents.
  var breaks: Set<String>
  var descriptor: PolicyDescriptor
  var reference: PolicyDescriptor?

  init(
    _ law: String, _ bug: String, alsoBreaks others: Set<String> = [],
    reference: PolicyDescriptor? = nil, _ descriptor: PolicyDescriptor
  ) {
    self.law = law
    testDescription = "\(law): \(bug)"
    breaks = others.union([law])
    self.descriptor = descriptor
    self.reference = reference
  }

  /// Returns a list policy with a change, and with the facts that it claims.
  static func policy(
    _ facts: PolicyDescriptor.Facts, settings: [Setting] = [],
    _ change: @escaping @Sendable (PolicySetup, inout ListPolicy) -> Void = { _, _ in }
  ) -> PolicyDescriptor {
    PolicyDescriptor("broken", "Breaks a law.", settings: settings, facts: facts) { setup in
      var policy = ListPolicy()
      change(setup, &policy)
      return policy
    }
  }

  /// Returns a list policy with these claims.
  static func policy(
    claims: PolicyClaims,
    _ change: @escaping @Sendable (PolicySetup, inout ListPolicy) -> Void = { _, _ in }
  ) -> PolicyDescriptor {
    policy(PolicyDescriptor.Facts(claims: claims), change)
  }

  /// Returns a policy that counts and remembers, with a change.
  static func counting(
    claims: PolicyClaims = [.standard, .reusesIDs],
    _ change: @escaping @Sendable (inout CountingPolicy) -> Void = { _ in }
  ) -> PolicyDescriptor {
    PolicyDescriptor("broken", "Breaks a law.", facts: PolicyDescriptor.Facts(claims: claims)) {
      _ in
      var policy = CountingPolicy()
      change(&policy)
      return policy
    }
  }

  static func spatial(
    _ facts: PolicyDescriptor.Facts,
    _ score: @escaping @Sendable (PolicySetup) -> (ImageID, Viewport) -> Double
  ) -> PolicyDescriptor {
    PolicyDescriptor("broken", "Breaks a law.", facts: facts) {
      ScorePolicy($0, score: score)
    }
  }
}

/// Broken policies, each with one fault.
extension Broken {
  static let lru: PolicyClaims = [
    .standard, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks,
  ]

  static let policies: [Broken] = [
    Broken(
      "victims", "forgets to forget what is taken out", alsoBreaks: ["limit"],
      policy(claims: .standard) { $1.forgetsWhatIsRemoved = false }),
    Broken(
      "makes-room", "names no victim when the oldest is pinned", alsoBreaks: ["limit"],
      policy(claims: .standard) { _, policy in
        policy.choose = { $1.first == $0.order.first ? $1.first : nil }
      }),
    Broken(
      "pins", "does not look at pins", alsoBreaks: ["limit"],
      policy(claims: .standard) { _, policy in
        policy.choose = { policy, _ in policy.order.first }
      }),
    Broken(
      "pins", "overflows with what is pinned", segmented { $0.sparesPins = false }),
    Broken(
      "victims", "overflows with what is gone", segmented { $0.overflowsTwice = true }),
    Broken(
      "nearest-stay", "says it goes by distance, and goes by use",
      policy(
        PolicyDescriptor.Facts(
          score: { setup in { image, _, viewport in setup.distance(of: image, from: viewport) } }))),
    Broken(
      "placement", "ignores that items lie elsewhere",
      PolicyDescriptor(
        "broken", "Breaks a law.",
        facts: PolicyDescriptor.Facts(claims: [.keepsNewcomers, .keepsOldOnRefusal, .scales])
      ) { setup in
        var policy = ScorePolicy(setup) { setup in { setup.distance(of: $0, from: $1) } }
        policy.ignoresPlacement = true
        return policy
      }),
    Broken(
      "mirror", "evicts the topmost image",
      spatial(PolicyDescriptor.Facts()) { setup in
        { image, _ in -(setup.middles(of: image).first ?? 0) }
      }),
    Broken(
      "scale", "all within 20 points is near",
      spatial(PolicyDescriptor.Facts()) { setup in
        { image, viewport in max(20, setup.distance(of: image, from: viewport)) }
      }),
    Broken(
      "viewport", "goes by distance, and does not say that it is spatial",
      // A replay does not move its viewport.
      alsoBreaks: ["replay"],
      PolicyDescriptor("broken", "Breaks a law.") { setup in
        UndeclaredPolicy(
          policy: ScorePolicy(setup) { setup in { setup.distance(of: $0, from: $1) } })
      }),
    Broken(
      "prefetch-standing", "turns round where prefetched images count as unseen",
      policy(
        PolicyDescriptor.Facts(),
        settings: [
          Setting(
            "prefetchedCountsAs", .choice(["viewed", "unseen"]), standard: "viewed",
            "What a prefetched image counts as.")
        ]
      ) { setup, policy in
        if setup.settings["prefetchedCountsAs"] == "unseen" { policy.choose = { $1.last } }
      }),
    Broken(
      "determinism", "draws from a shared generator",
      alsoBreaks: ["strict-cache", "replay", "viewport"],
      policy(claims: .standard) { _, policy in
        policy.choose = { _, free in
          let draw = draws.wrappingAdd(1, ordering: .relaxed).newValue
          return draw % 3 == 0 ? free.last : free.first
        }
      }),
    Broken(
      "strict-cache", "every other instance is turned round",
      alsoBreaks: ["determinism", "replay", "viewport"],
      policy(claims: .standard) { _, policy in
        let isOdd = instances.wrappingAdd(1, ordering: .relaxed).newValue % 2 == 1
        if isOdd { policy.choose = { $1.last } }
      }),
    Broken(
      "replay", "changes direction where images have no places",
      policy(claims: .standard) { setup, policy in
        if setup.placement == nil { policy.choose = { $1.last } }
      }),
    Broken(
      "reuse", "lets an id be reused of which it remembers something",
      counting { $0.concealsGhosts = true }),
    Broken(
      "reuse", "counts a new key as the one before",
      counting { $0.keepsDigests = true }),
    Broken(
      "capacity", "turns round where it was made for an even room",
      policy(claims: [.standard, .resizes]) { setup, policy in
        if setup.limits.capacity % 2 == 0 { policy.choose = { $1.last } }
      }),
    Broken(
      "forgetting", "counts for ever, and says that it forgets",
      counting(claims: [.standard, .forgets])),
    Broken(
      "not-below-belady",
      "refuses what it would have to make room for, and says that it does not",
      alsoBreaks: ["refusal"],
      policy(PolicyDescriptor.Facts()) { setup, policy in
        policy.isAdmitted = { $0.order.count < setup.limits.count ?? .max }
      }),
    Broken(
      "competitive", "evicts the newest",
      policy(claims: [.standard, .conservative]) { _, policy in policy.choose = { $1.last } }),
    Broken(
      "inclusion", "goes by storing",
      policy(claims: [.standard, .inclusion]) { _, policy in
        policy.renewsOnHit = false
      }),
    Broken(
      "stack", "goes by storing",
      policy(claims: [.standard, .leastRecentlyUsed]) { _, policy in
        policy.renewsOnHit = false
      }),
    Broken(
      "best-on-walks", "goes by storing",
      policy(claims: [.standard, .bestOnWalks]) { _, policy in
        policy.renewsOnHit = false
      }),
    Broken(
      "cheapest-first", "goes by use",
      policy(
        PolicyDescriptor.Facts(claims: [.standard, .cheapestFirst]))),
    Broken(
      "reference", "goes by storing, beside one that goes by use",
      reference: policy(claims: .standard),
      policy(claims: .standard) { _, policy in policy.renewsOnHit = false }),
  ]

  static let draws = Atomic<Int>(0)
  static let instances = Atomic<Int>(0)
}
