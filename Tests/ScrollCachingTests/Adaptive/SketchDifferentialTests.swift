import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import Testing

/// Tests of policies with sketches against their slow references, in runs so long that the sketches
/// are prepared and halved.
struct SketchDifferentialTests {
  static let policies = [
    "tinylfu", "tinylfu:sizedAdmission=implicit", "tinylfu:warmAdmission=true", "w-tinylfu",
    "w-tinylfu:sketch=caffeine", "w-tinylfu:sketch=caffeine:climber=hill",
  ]
  static let imageCount = 400, requestCount = 22_000

  /// Returns the image of a request: the first few are much more frequent than others, and they
  /// change.
  func image(_ position: Int, _ random: inout SeededRandom) -> Int {
    let drawn = (0..<3).map { _ in random.below(Self.imageCount) }.min() ?? 0
    return (drawn + position / 5_000 * 30) % Self.imageCount
  }

  @Test(arguments: policies, [CacheLimits(count: 120), CacheLimits(cost: 12_000)])
  func `a policy equals its reference while its sketch ages`(
    policy: String, limits: CacheLimits
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let reference = try #require(References.of(choice.entry.name))
    let setup = PolicySetup(
      imageCount: Self.imageCount, limits: limits, settings: choice.settings, seed: 7)
    let (fast, slow) = (choice.entry.makeModel(setup), reference.makeModel(setup))
    var random = SeededRandom(seed: 1)
    var hits = 0
    for position in 0..<Self.requestCount {
      let image = image(position, &random)
      let request = Request(
        image: ImageID(image), cost: limits.cost == nil ? 1 : 1 + image * 37 % 199,
        time: SimTime(nanoseconds: Int64(position)))
      let isPrefetch = random.below(16) == 0
      if !isPrefetch {
        let isHit = fast.lookup(request)
        try #require(slow.lookup(request) == isHit, "request \(position)")
        if isHit { hits += 1 }
      }
      guard !fast.contains(request.image) else { continue }
      let admission = isPrefetch ? Admission.prefetched : .viewed
      let outcome = fast.store(request, as: admission)
      try #require(slow.store(request, as: admission) == outcome, "request \(position)")
    }
    // More than the hits after which the longer-lived of the sketches is halved.
    #expect(hits > 2 * 32 * 120)
    #expect(fast.residents(among: Self.imageCount) == slow.residents(among: Self.imageCount))
  }
}
