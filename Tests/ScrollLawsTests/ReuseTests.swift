import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollTraces
import TestSupport
import Testing

/// Tests of long runs on a hundred times as many images as ids.
struct ReuseTests {
  static let operations = 60_000
  /// The number of operations of one run of each policy in the nightly checks.
  static let operationsAtNight = 10_000_000
  static let images = 60_000

  /// The policies of the catalog that reuse ids, and settings with which they remember other
  /// things.
  ///
  /// Sketches are made for a stated number of items here. Until they know it they count each image
  /// by itself, and remember the first thousand requests.
  static let policies =
    PolicyCatalog.builtIn.entries.filter { $0.reusesIDs }.map(\.name).map {
      $0.hasSuffix("tinylfu") ? "\($0):expectedItems=40" : $0
    } + [
      "camp:cost=reloadTime:ties=lru:inflation=next", "gds:cost=reloadTime",
      "landlord:hitCredit=0.5:cost=reloadTime", "hyperbolic:cost=reloadTime",
      "lru-k:k=3:correlatedPeriod=5", "lhd:period=500", "aggregate-delay:retained=0.5",
      "distance:lead=2", "viewport-ring:dropsOnLeave=true", "tile-bins:dropsOutside=true",
      "score: distance", "score: -age", "score: bytes / (1 + hits)",
      "score: timeToVisible - log(reloadMs / bytes):admit=1 - prefetched * visible",
      "score: gap - signedDistance * velocity + pressure * decodeMs",
    ]

  /// Even seeds have load times for the images, odd ones have none.
  @Test(arguments: policies, [1, 2, 3] as [UInt64])
  func `a policy with reused ids evicts as with an id for every image`(policy: String, seed: UInt64)
    throws
  {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    var run = ReuseRun(
      of: choice.entry, settings: choice.settings, weighs: seed > 1, imageCount: Self.images,
      seed: seed)
    var difference = run.difference(
      within: isNightly && seed == 2 ? Self.operationsAtNight : Self.operations)
    // Two policies have so many ids that they need as many operations again.
    if difference == nil, run.imagesSeen < 100 * run.idCount {
      difference = run.difference(within: Self.operations)
    }
    #expect(difference == nil, "\(policy), seed \(seed)")
    #expect(
      run.imagesSeen >= 100 * run.idCount, "\(policy): \(run.idCount) ids, seed \(seed)")
    #expect(run.reuses > run.idCount, "\(policy), seed \(seed)")
    #expect(run.hits > 0, "\(policy), seed \(seed)")
  }

  @Test(arguments: ["score: uses", "score: -uses - hits:admit=uses - 1", "tinylfu", "w-tinylfu"])
  func `a policy with a long memory evicts the same with reused ids`(policy: String) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    var run = ReuseRun(
      of: choice.entry, settings: choice.settings, weighs: true, imageCount: Self.images, seed: 4)
    let difference = run.difference(within: Self.operations)
    #expect(difference == nil, "\(policy), seed 4")
    #expect(run.idCount <= 8_192, "\(policy)")
  }

  @Test(arguments: policies)
  func `recorded streams have the same evictions with reused ids`(policy: String) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    var reuses = 0
    for stream in try Self.streams.get() {
      let bytes = stream.sizes?.max() ?? 1
      let (difference, times) = ReuseRun.replay(
        stream, of: choice.entry, settings: choice.settings, limits: CacheLimits(cost: 12 * bytes))
      #expect(difference == nil, "\(policy)")
      reuses += times
    }
    #expect(reuses > 0, "\(policy)")
  }

  /// The requests of the committed traces, which the policies share.
  private static let streams = Result {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Traces").standardizedFileURL
    return try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "scroll" }.sorted { $0.path < $1.path }.map { file in
      try TraceFile.parse(Array(Data(contentsOf: file)), file: file.lastPathComponent)
        .requestStream()
    }
  }

  @Test(arguments: ["lru-k", "aggregate-delay", "lhd", "arc"])
  func `the comparison finds an id taken from the memory of a policy`(policy: String) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let make = try #require(choice.entry.makePolicy)
    let concealing = PolicyDescriptor("concealing", "Conceals what it remembers.") {
      Concealing(policy: make($0))
    }
    var run = ReuseRun(
      of: concealing, settings: choice.settings, weighs: true, imageCount: Self.images, seed: 5)
    let found = run.difference(within: 100_000)
    let difference = try #require(found, "\(policy)")
    #expect(difference.hasPrefix("operation "))
    #expect(difference.contains(": an id for every image: "), "\(difference)")
  }

  @Test func `the error explains why ids cannot be reused`() throws {
    for entry in PolicyCatalog.builtIn.entries {
      let settings = try PolicyCatalog.builtIn.choose(entry.name).settings
      #expect((entry.reasonAgainstReuse(settings) == nil) == entry.reusesIDs, "\(entry.name)")
      #expect(entry.reusesIDs == (entry.makePolicy != nil && !Self.keepsIDs.contains(entry.name)))
    }
  }

  static let keepsIDs = ["adaptsize", "belady", "belady-size"]
}

/// A policy that conceals that it remembers images.
private struct Concealing: EvictionPolicy {
  let policy: AnyPolicy

  func didHit(_ request: Request) { policy.didHit(request) }
  func didMiss(_ request: Request) { policy.didMiss(request) }
  func willStore(_ request: Request) { policy.willStore(request) }
  func shouldStore(_ request: Request) -> Bool { policy.shouldStore(request) }
  func nextVictim(sparing pins: borrowing PinSet) -> ImageID? { policy.nextVictim(sparing: pins) }
  func shouldInsert(_ request: Request) -> Bool { policy.shouldInsert(request) }
  func didInsert(_ request: Request, as admission: Admission) {
    policy.didInsert(request, as: admission)
  }
  func didRemove(_ image: ImageID) { policy.didRemove(image) }
  func popOverflow(sparing pins: borrowing PinSet) -> ImageID? { policy.popOverflow(sparing: pins) }
  func capacityChanged(to capacity: Int) { policy.capacityChanged(to: capacity) }
  func reassign(_ image: ImageID, digest: UInt64) { policy.reassign(image, digest: digest) }
  func grow(toImageCount count: Int) { policy.grow(toImageCount: count) }
  func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }
}
