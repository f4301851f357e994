import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A comparison as one JSON document: figures unrounded, the whole configuration with them.
struct DiffDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let trace: RunDocument.Trace
  let device: String, network: String
  let loader: RunDocument.Named
  let prefetcher: String, layout: String
  let seed: UInt64
  let a: Contender, b: Contender
  /// `a` less `b`.
  let difference: Figures
  /// `a` or `b`, whichever the ranking has first; null where it has neither.
  @OrNull var better: String?
  /// Null if they never diverge.
  @OrNull var divergence: Divergence?
  /// All of them; their differences add up to that of the runs.
  let stretches: [Stretch]
  let sentences: [String]

  struct Contender: Encodable {
    let name: String
    let policy: RunDocument.Named
    @OrNull var budgetBytes: Int?
    let figures: Figures
    /// Null unless the app was killed.
    @OrNull var killedSeconds: Double?
  }

  struct Figures: Encodable {
    let stallSeconds: Double, blankSeconds: Double, wrongSeconds: Double
    let lateFrameSeconds: Double
    let waitedMilliseconds: Double
    let late: Int, neverShown: Int, hits: Int

    init(_ figures: RunDiff.Figures) {
      stallSeconds = figures.stallSeconds
      blankSeconds = figures.blankSeconds
      lateFrameSeconds = figures.lateFrameSeconds
      wrongSeconds = figures.wrongSeconds
      waitedMilliseconds = figures.waited.milliseconds
      late = figures.late
      neverShown = figures.neverShown
      hits = figures.hits
    }
  }

  struct Divergence: Encodable {
    let seconds: Double
    @OrNull var frame: Int?
    let offset: Double
    @OrNull var offered: Image?
    let isPrefetched: Bool
    let a: Decision, b: Decision
    let overlapImages: Int
  }

  struct Decision: Encodable {
    let keepsOffered: Bool
    let evicted: [Eviction]
    let residentImages: Int, residentBytes: Int
  }

  struct Eviction: Encodable {
    let image: Image
    let reason: String
  }

  struct Image: Encodable {
    let name: String
    let items: [Int]
    let bytes: Int
    /// Null where none of its items lies anywhere.
    @OrNull var distance: Double?
    @OrNull var lastAskedSeconds: Double?
  }

  struct Stretch: Encodable {
    /// `a` or `b`; null where gains and losses cancel out.
    @OrNull var worse: String?
    let startSeconds: Double, endSeconds: Double
    let items: [Int]
    let a: Figures, b: Figures, difference: Figures
    let absences: [String: Int]
  }
}
