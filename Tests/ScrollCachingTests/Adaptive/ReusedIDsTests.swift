import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Tests of adaptive policies with settings that change what they remember.
///
/// Ids that are reused for other images change no hit and no eviction. Another test covers the
/// defaults, with all policies of the catalog.
struct ReusedIDsTests {
  static let operations = 24_000, images = 20_000

  /// The policies that remember a number of images given by their capacity.
  static let bounded = [
    "2q:outShare=2", "2q:inShare=0.6:outShare=0.1", "s3fifo:coldStart=main:promotesAtFrequency=1",
    "s3fifo:ghosts=none", "s4fifo:ghostHits=2:skipShare=0.5", "clock2q-plus:coldStart=main",
    "d-fr:bits=3:countedIn=insertions", "delay-lru:delayShare=0.5",
    "lirs:hirShare=0.3", "clock-pro:nonResident=0.5", "mq:lifetime=5:out=2", "mq:queues=1:out=1",
    "lecar:historyShare=1", "cacheus:lists=authors", "cacheus:historyShare=1",
    "tinylfu:expectedItems=9:warmAdmission=true",
    "tinylfu:expectedItems=40:sizedAdmission=implicit",
    "w-tinylfu:sketch=caffeine:expectedItems=40",
    "w-tinylfu:sketch=caffeine:climber=hill:expectedItems=9", "arc:prefetchedCountsAs=viewed",
    "car:prefetchedCountsAs=viewed", "clock-pro:prefetchedCountsAs=viewed",
    "lirs:prefetchedCountsAs=viewed", "qd-lp:prefetchedCountsAs=viewed",
  ]
  /// The policies that count each image by itself until they know the number of images that fit.
  static let learning = [
    "tinylfu:sizedAdmission=implicit", "tinylfu:prefetchedCountsAs=viewed",
    "w-tinylfu:sketchByBytes=true", "w-tinylfu:sketch=caffeine",
    "w-tinylfu:sketch=caffeine:climber=hill",
  ]

  private func run(_ policy: String, weighs: Bool, seed: UInt64) throws -> ReuseRun {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return ReuseRun(
      of: choice.entry, settings: choice.settings, weighs: weighs, imageCount: Self.images,
      seed: seed)
  }

  @Test(arguments: bounded, [false, true])
  func `a policy with reused ids evicts as with an id for every image`(
    policy: String, weighs: Bool
  ) throws {
    var run = try run(policy, weighs: weighs, seed: 1)
    let difference = run.difference(within: Self.operations)
    #expect(difference == nil, "seed 1")
    #expect(run.imagesSeen >= 20 * run.idCount)
    #expect(run.reuses > run.idCount)
    #expect(run.hits > 100)
  }

  @Test(arguments: learning)
  func `a policy keeps counts from before its sketch has a size`(
    policy: String
  ) throws {
    var run = try run(policy, weighs: true, seed: 2)
    let difference = run.difference(within: Self.operations)
    #expect(difference == nil, "seed 2")
    // The policies know that number after a thousand requests; some stores come before.
    #expect(run.idCount <= 2_048)
    #expect(run.reuses > 0)
  }
}
