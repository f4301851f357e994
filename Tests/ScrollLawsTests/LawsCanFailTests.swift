import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Every law can be broken, and by whom.
struct LawsCanFailTests {
  static let all = Broken.policies + Broken.models

  @Test func `every law has a broken policy`() {
    // What breaks `returns` never ends: it has a test of its own.
    #expect(Set(Self.all.map(\.law) + ["returns"]) == Set(Law.all.map(\.name)))
  }

  @Test(arguments: all.indices)
  func `a broken policy breaks exactly its laws`(place: Int) throws {
    let broken = Self.all[place]
    var laws = Law.claimed(by: broken.descriptor, hasReference: broken.reference != nil)
      .map(\.name)
    var found: Set<String> = []
    while true {
      let report = LawCheck(
        of: broken.descriptor, reference: broken.reference,
        plan: LawPlan(cases: 300, smallWorlds: false, laws: laws)
      ).run()
      guard let failure = report.failure else { break }
      if !broken.breaks.contains(failure.law.name) {
        Issue.record("\(broken.testDescription):\n\(failure)")
      }
      found.insert(failure.law.name)
      laws.removeAll { $0 == failure.law.name }
    }
    #expect(found == broken.breaks, "\(broken.testDescription)")
  }

  @Test(arguments: all.indices)
  func `a check ends with a broken law and a small case`(place: Int) throws {
    let broken = Self.all[place]
    let report = LawCheck(
      of: broken.descriptor, reference: broken.reference, plan: LawPlan(smallWorlds: false)
    ).run()
    let failure = try #require(report.failure, "\(broken.testDescription)")
    #expect(broken.breaks.contains(failure.law.name), "\(failure)")
    #expect(failure.script.operations.count <= 12, "\(failure)")
  }

  @Test func `the broken policies have sound bases`() {
    let sound = [
      Broken.policy(claims: Broken.lru),
      Broken.counting(),
      Broken.spatial(
        PolicyDescriptor.Facts(score: { setup in
          { image, _, viewport in setup.distance(of: image, from: viewport) }
        })
      ) { setup in { setup.distance(of: $0, from: $1) } },
      Broken.model(PolicyDescriptor.Facts(claims: Broken.lru)) { HonestCache($0) },
      Broken.segmented { _ in },
      Broken.trustsZero,
    ]
    for descriptor in sound {
      let report = LawCheck(of: descriptor, plan: LawPlan(cases: 500, smallWorlds: false)).run()
      #expect(report.holds, "\(report)")
    }
  }

  @Test(arguments: [50, 400, 3000])
  func `a model with a timer keeps its laws at every interval`(milliseconds: Int) {
    let interval = SimTime(milliseconds: Double(milliseconds))
    let descriptor = Broken.model(
      PolicyDescriptor.Facts(limits: .atTicks(interval), claims: .keepsOldOnRefusal)
    ) { TimerCache($0, interval: interval) }
    let report = LawCheck(of: descriptor, plan: LawPlan(cases: 1000, smallWorlds: false)).run()
    #expect(report.holds, "\(report)")
    let over = report.statistics.events.first { $0.name == "steps over the limit" }
    #expect(over?.count ?? 0 > 1000)
  }

  /// Laws that follow from a claim, a promise or a fact, and policies that lack it.
  @Test(arguments: all.indices)
  func `a check omits the laws that a policy does not claim`(place: Int) {
    let claims: [String: PolicyClaims] = [
      "newcomers": .keepsNewcomers, "not-below-belady": .keepsNewcomers, "mirror": .mirrors,
      "scale": .scales, "competitive": .conservative, "inclusion": .inclusion,
      "stack": .leastRecentlyUsed, "best-on-walks": .bestOnWalks, "cheapest-first": .cheapestFirst,
      "reuse": .reusesIDs, "capacity": .resizes, "forgetting": .forgets,
    ]
    let broken = Self.all[place]
    guard let claim = claims[broken.law] else { return }
    #expect(broken.descriptor.facts.claims.contains(claim))
    let modest = broken.descriptor.claiming(
      broken.descriptor.facts.claims.subtracting(claim))
    #expect(!Law.claimed(by: modest, hasReference: true).map(\.name).contains(broken.law))
    let report = LawCheck(of: modest, plan: LawPlan(cases: 300, smallWorlds: false)).run()
    #expect(report.failure?.law.name != broken.law, "\(report)")
  }

  @Test func `facts determine the claimed laws, too`() throws {
    func laws(_ facts: PolicyDescriptor.Facts) -> [String] {
      Law.claimed(by: Broken.policy(facts), hasReference: false).map(\.name)
    }
    let plain = laws(PolicyDescriptor.Facts(claims: []))
    #expect(!plain.contains("nearest-stay") && !plain.contains("reference"))
    #expect(!plain.contains("mirror") && !plain.contains("prefetch-standing"))
    #expect(plain.contains("makes-room") && plain.contains("pins") && plain.contains("limit"))
    let measured = laws(PolicyDescriptor.Facts(limits: .measured))
    #expect(!measured.contains("limit") && !measured.contains("pins"))
    #expect(!measured.contains("not-below-belady") && !measured.contains("not-below-min-bypass"))
    let clairvoyant = laws(PolicyDescriptor.Facts(needsFuture: true))
    #expect(!clairvoyant.contains("removal") && !clairvoyant.contains("purge"))
    let model = Law.claimed(by: Broken.model { HonestCache($0) }, hasReference: true).map(\.name)
    #expect(!model.contains("strict-cache") && !model.contains("makes-room"))
    #expect(model.contains("reference"))
  }

  @Test func `laws have distinct names and statements`() {
    #expect(Set(Law.all.map(\.name)).count == Law.all.count)
    #expect(Set(Law.all.map(\.statement)).count == Law.all.count)
    for law in Law.all {
      #expect(law.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(law.name)")
      #expect(law.statement.hasSuffix("."), "\(law.name)")
    }
  }
}

extension PolicyDescriptor {
  /// The same policy or model with other claims.
  fileprivate func claiming(_ claims: PolicyClaims) -> PolicyDescriptor {
    var facts = facts
    facts.claims = claims
    let settings = settings.filter { $0.name != "countLimit" }
    guard let makePolicy else {
      let makeModel = makeModel
      return PolicyDescriptor(
        name, summary, settings: settings, facts: facts,
        model: { setup in
          guard let cache = makeModel(setup) as? HonestCache else {
            preconditionFailure("\(name) is not made of the honest cache")
          }
          return cache
        })
    }
    return PolicyDescriptor(name, summary, settings: settings, facts: facts) {
      OpaquePolicy(policy: makePolicy($0))
    }
  }
}

/// A policy of unknown type.
private struct OpaquePolicy: EvictionPolicy {
  static var isSpatial: Bool { true }

  let policy: AnyPolicy

  mutating func didHit(_ request: Request) { policy.didHit(request) }
  mutating func didMiss(_ request: Request) { policy.didMiss(request) }
  mutating func willStore(_ request: Request) { policy.willStore(request) }
  mutating func shouldStore(_ request: Request) -> Bool { policy.shouldStore(request) }
  mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    policy.shouldStore(request, as: admission)
  }
  mutating func pressureChanged(to level: PressureLevel) { policy.pressureChanged(to: level) }
  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    policy.nextVictim(sparing: pins)
  }
  mutating func didRemove(_ image: ImageID) { policy.didRemove(image) }
  mutating func viewportMoved(to viewport: Viewport) { policy.viewportMoved(to: viewport) }
  mutating func popStray(sparing pins: borrowing PinSet) -> ImageID? {
    policy.popStray(sparing: pins)
  }
  mutating func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
}
