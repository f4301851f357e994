import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollTraces

/// The `curve` command: the miss ratios of `lru` at many capacities, in one pass.
struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Prints the misses of lru at every capacity.",
    discussion: #"""
      The column 'method' names the computation of each point. 'one-pass' gives the same result \#
      as a replay of lru. 'replayed' is a replay; it is used for capacities below the size of the \#
      largest image, and where images change their sizes.

      --sample estimates the curve from a share of the images (SHARDS), with an estimated \#
      error. --compare measures the error against the exact curve.

      Example:
        scrollsim curve Traces/photo-grid.scroll --unit items --points 10
        scrollsim curve Traces/photo-grid.scroll --capacity 64MiB..4GiB:x2
        scrollsim curve Traces/photo-grid.scroll --unit items --sample 0.25 --compare
      """#)

  @OptionGroup var input: StreamOptions
  @Option(
    parsing: .unconditional,
    help: "The number of capacities, evenly spaced (default: 20).")
  var points: Int?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Explicit capacities: 100,1000 or 64MiB..4GiB:x2.", valueName: "capacities"))
  var capacity: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The share of images to sample, above 0 to 1.", valueName: "rate"))
  var sample: Double?
  @Flag(help: "With --sample: add the exact curve and the error.") var compare = false
  @Option(
    parsing: .unconditional, help: "With --sample: random seed (default: 0).",
    transform: Seed.parse)
  var seed: UInt64?
  @OptionGroup var output: FormatOption

  func run() throws {
    try check()
    let (log, unit) = try input.load()
    let counting = unit == .items ? log.countingItems : log
    let counted = counting.stream
    guard counted.sizes.map({ $0.contains { $0 > 0 } }) ?? true else {
      throw CommandError.usage(
        "--unit bytes: all sizes in '\(input.trace)' are 0; expected --unit items")
    }
    let capacities =
      capacity.isEmpty
      ? LRUCurve.evenCapacities(points ?? 20, for: counted)
      : try StreamOptions.capacities(capacity, in: unit, workingSet: counting.workingSet)
    let exact = sample == nil || compare ? curve(of: counted, capacities) : nil
    let sampled = sample.map {
      SHARDS(counted, capacities: capacities, rate: $0, seed: seed ?? 0)
    }
    if let sample, sampled?.sampledImages == 0 {
      throw CommandError.usage(
        "--sample \(sample): none of the images of '\(input.trace)' is in the sample; "
          + "expected a larger share")
    }
    let document = CurveDocument(
      trace: input.trace, unit: unit.rawValue, stream: counted, capacities: capacities,
      exact: exact,
      sample: sampled.map {
        CurveDocument.Sample($0, rate: sample ?? 1, seed: seed ?? 0)
      },
      estimates: sampled?.points)
    if output.format == .csv || output.format == .markdown, let caption = document.caption {
      Output.say("note: \(caption)")
    }
    try output.print(document.table, document, caption: document.caption)
  }

  private func check() throws(CommandError) {
    if let points, !capacity.isEmpty {
      throw .usage(
        "--points \(points) and --capacity both choose the points; expected one of the two")
    }
    if let points, !(1...100_000).contains(points) {
      throw .usage("--points \(points) is out of range; expected a number from 1 to 100000")
    }
    if let sample, !(sample > 0 && sample <= 1) {
      throw .usage("--sample \(sample) is not a share; expected a number above 0, at most 1")
    }
    if let seed, sample == nil {
      throw .usage("--seed \(seed) affects only samples; expected --sample RATE with it")
    }
    if compare, sample == nil {
      throw .usage("--compare needs a sample; expected --sample RATE with it")
    }
  }

  /// Returns the exact curve.
  ///
  /// One pass computes the capacities for which it is exact, and replays compute the others.
  private func curve(of stream: RequestStream, _ capacities: [Int]) -> [CurveDocument.Exact] {
    let exactFrom = LRUCurve.exactFrom(stream) ?? .max
    let onePass = LRUCurve(stream, capacities: capacities.filter { $0 >= exactFrom })
    var known = Dictionary(
      onePass.points.map { ($0.capacity, CurveDocument.Exact($0, method: .onePass)) },
      uniquingKeysWith: { $1 })
    let rest = Set(capacities.filter { $0 < exactFrom }).sorted()
    let replayed = ParallelMap.run(rest, progress: "replay") { capacity in
      var cache = Cache(
        LRUPolicy(imageCount: stream.imageCount),
        PolicySetup(imageCount: stream.imageCount, limits: CacheLimits(cost: capacity)))
      cache.replay(stream)
      return CurveDocument.Exact(
        LRUCurve.Point(
          capacity: capacity, misses: cache.tally.misses, costMissed: Int(cache.tally.costMissed)),
        method: .replayed)
    }
    for point in replayed { known[point.point.capacity] = point }
    return capacities.compactMap { known[$0] }
  }
}
