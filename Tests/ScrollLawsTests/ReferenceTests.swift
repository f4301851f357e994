import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import TestSupport
import Testing

/// The policies and models of the catalog against their slow references.
struct ReferenceTests {
  static let names = References.all.filter { !$0.facts.needsFuture }.map(\.name)

  @Test func `every entry of the catalog has a reference or a reason for its absence`() {
    let missing = Set(References.missing.map(\.name))
    #expect(
      References.all.map(\.name)
        == PolicyCatalog.builtIn.entries.map(\.name).filter { !missing.contains($0) })
    #expect(missing.isSubset(of: PolicyCatalog.builtIn.entries.map(\.name)))
    #expect(References.missing.allSatisfy { $0.reason.count > 40 })
  }

  @Test func `a reference has the same facts as its entry`() throws {
    for slow in References.all {
      let fast = try PolicyCatalog.builtIn.choose(slow.name).entry
      #expect(fast.summary == slow.summary)
      #expect(fast.settings.map(\.name) == slow.settings.map(\.name))
      #expect((fast.makePolicy == nil) == (slow.makePolicy == nil), "\(fast.name)")
      #expect(fast.facts.claims.subtracting(.reusesIDs) == slow.facts.claims, "\(fast.name)")
    }
    #expect(References.of("lru")?.name == "lru")
    #expect(References.of("no-such-policy") == nil)
  }

  /// The reference of a policy in the reference of the strict cache, or that of a model.
  func slowModel(_ reference: PolicyDescriptor, _ setup: PolicySetup) -> any CacheModel {
    guard let makePolicy = reference.makePolicy else { return reference.makeModel(setup) }
    var setup = setup
    let countLimit = setup.settings.integer("countLimit")
    if countLimit > 0 { setup.limits.count = min(countLimit, setup.limits.count ?? .max) }
    return AuditedCache(makePolicy(setup), setup)
  }

  // The laws compare the two as well, in other worlds.
  @Test(arguments: names, 0..<(isNightly ? 4 : 1))
  func `a reference evicts the same images for the same reasons in the same order`(
    name: String, batch: Int
  ) throws {
    let fast = try PolicyCatalog.builtIn.choose(name).entry
    let slow = try #require(References.of(name))
    var reasons: Set<RemovalReason> = []
    for seed in UInt64(batch * 250)..<UInt64(batch * 250 + 250) {
      let script = try ReferenceScript(
        for: fast, seed: seed, length: seed % 25 == 0 ? 2_500 : 250)
      let (one, other) = (fast.makeModel(script.setup), slowModel(slow, script.setup))
      let (removals, difference) = script.compare(one, other)
      #expect(
        difference == nil,
        "\(name), \(script.setup.settings.pairs), \(script.setup.limits), seed \(seed)")
      guard difference == nil else { break }
      let count = script.setup.imageCount
      #expect(one.residents(among: count) == other.residents(among: count), "seed \(seed)")
      reasons.formUnion(removals.map(\.reason))
    }
    #expect(reasons.isSuperset(of: [.replaced, .removed, .expired]), "\(name)")
    if fast.facts.limits.isPromise {
      #expect(reasons.isSuperset(of: [.cost, .count]), "\(name)")
    }
  }

  @Test(arguments: names)
  func `replays of the reference have the same counts`(name: String) throws {
    let fast = try PolicyCatalog.builtIn.choose(name).entry
    let slow = try #require(References.of(name))
    for seed in UInt64(5_000)..<5_040 {
      let setup = try ReferenceScript(for: fast, seed: seed, length: 0).setup
      let stream = randomStream(seed: seed, imageCount: setup.imageCount, length: 300)
      let tallies = (fast.replay(stream, setup), slow.replay(stream, setup))
      #expect(tallies.0 == tallies.1, "\(setup.settings.pairs), \(setup.limits), seed \(seed)")
      guard tallies.0 == tallies.1 else { return }
    }
  }

  func randomStream(seed: UInt64, imageCount: Int, length: Int) -> RequestStream {
    var random = SeededRandom(seed: seed)
    let images = (0..<length).map { _ in
      ImageID(min(random.below(imageCount), random.below(imageCount)))
    }
    return RequestStream(images: images, imageCount: imageCount)
  }

  /// Images that are never asked for again may leave in any order: it changes no count.
  @Test
  func `Belady evicts the image with the latest next use, with pins and changing limits`() throws {
    let fast = try PolicyCatalog.builtIn.choose("belady")
    let slow = try #require(References.of("belady"))
    for seed in UInt64(0)..<500 {
      var random = SeededRandom(seed: seed)
      let imageCount = random.within(2...30)
      let stream = randomStream(seed: seed, imageCount: imageCount, length: 300)
      let uses = stream.nextUses()
      let setup = PolicySetup(
        imageCount: imageCount, limits: CacheLimits(count: random.below(imageCount)),
        settings: fast.settings, nextUses: uses)
      let models = [fast.entry.makeModel(setup), slowModel(slow, setup)]
      var nextUse = [Int32](repeating: .max, count: imageCount)
      for (position, image) in stream.images.enumerated() {
        let request = Request(image: image, cost: 1, time: .zero)
        nextUse[Int(image.index)] = uses[position]
        let pins = uses[position] < .max && random.chance(0.1)
        let limits = random.chance(0.05) ? CacheLimits(count: random.below(imageCount)) : nil
        let answers = models.map { model in
          model.unpin(image)
          var answer = ReferenceScript.play(.serve(request), in: model)
          if pins { model.pin(image) }
          if let limits { model.setLimits(limits) }
          model.drainRemovals { answer.removals.append($0) }
          return answer
        }
        let gone = answers.map { $0.removals.map { nextUse[Int($0.image.index)] } }
        let isSame =
          answers[0].hit == answers[1].hit && answers[0].outcome == answers[1].outcome
          && gone[0] == gone[1]
        #expect(isSame, "\(answers[0]), but \(answers[1]), seed \(seed), request \(position)")
        guard isSame else { return }
      }
    }
  }
}
