import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// A comparison as one JSON document, with unrounded figures and the whole configuration.
struct DiffDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let trace: RunDocument.Trace
  let device: String, network: String
  let loader: RunDocument.Named
  let prefetcher: String, layout: String
  let seed: UInt64
  let a: Contender, b: Contender
  /// The difference `a - b`.
  let difference: Figures
  /// The side that ranks first, `a` or `b`; null if neither does.
  @OrNull var better: String?
  /// The first moment at which the caches hold different images; null if there is none.
  @OrNull var divergence: Divergence?
  /// All stretches.
  ///
  /// Their differences add up to the difference of the whole runs.
  let stretches: [Stretch]
  let sentences: [String]

  struct Contender: Encodable {
    let name: String
    let policy: RunDocument.Named
    @OrNull var budgetBytes: Int?
    let figures: Figures
    /// The time of the kill; null unless the app was killed.
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
    /// The distance of the image from the viewport; null if no item of the image has a position.
    @OrNull var distance: Double?
    @OrNull var lastAskedSeconds: Double?
  }

  struct Stretch: Encodable {
    /// The worse side, `a` or `b`; null if gains and losses cancel out.
    @OrNull var worse: String?
    let startSeconds: Double, endSeconds: Double
    let items: [Int]
    let a: Figures, b: Figures, difference: Figures
    let absences: [String: Int]
  }
}

extension DiffDocument {
  init(_ asked: DiffRequest, _ diff: RunDiff, seed: UInt64, sentences: [String]) {
    let request = asked.request
    trace = RunDocument.Trace(request.path, request.trace)
    device = request.scenario.device.name
    network = request.scenario.network.name
    loader = RunDocument.Named(request.loader)
    prefetcher = "\(request.scenario.prefetcher)"
    layout = "\(request.trace.header.layout)"
    self.seed = seed
    a = Contender(asked.a, diff, .a)
    b = Contender(asked.b, diff, .b)
    difference = Figures(diff.difference)
    stretches = diff.stretches.map { Stretch($0) }
    self.sentences = sentences
    divergence = diff.divergence.map { Divergence($0) }
    better = diff.better.map { "\($0)" }
  }
}

extension DiffDocument.Contender {
  fileprivate init(_ contender: DiffRequest.Contender, _ diff: RunDiff, _ side: RunDiff.Side) {
    self.init(
      name: contender.name, policy: RunDocument.Named(contender.policy),
      budgetBytes: contender.budget?.bytes,
      figures: DiffDocument.Figures(side == .a ? diff.figures.a : diff.figures.b),
      killedSeconds: diff.death(side)?.time.seconds)
  }
}

extension DiffDocument.Divergence {
  fileprivate init(_ divergence: RunDiff.Divergence) {
    self.init(
      seconds: divergence.time.seconds, frame: divergence.frame, offset: divergence.offset,
      offered: divergence.offered.map { DiffDocument.Image($0) },
      isPrefetched: divergence.isPrefetched, a: DiffDocument.Decision(divergence.a),
      b: DiffDocument.Decision(divergence.b), overlapImages: divergence.overlap)
  }
}

extension DiffDocument.Decision {
  fileprivate init(_ decision: RunDiff.Decision) {
    self.init(
      keepsOffered: decision.keepsOffered,
      evicted: decision.evicted.map {
        DiffDocument.Eviction(image: DiffDocument.Image($0.image), reason: "\($0.reason)")
      },
      residentImages: decision.holding.images, residentBytes: decision.holding.bytes)
  }
}

extension DiffDocument.Image {
  fileprivate init(_ image: RunDiff.Image) {
    self.init(
      name: image.name, items: image.items, bytes: image.bytes, distance: image.distance,
      lastAskedSeconds: image.lastAsked?.seconds)
  }
}

extension DiffDocument.Stretch {
  fileprivate init(_ stretch: RunDiff.Stretch) {
    self.init(
      worse: stretch.worse.map { "\($0)" }, startSeconds: stretch.start.seconds,
      endSeconds: stretch.end.seconds, items: stretch.items,
      a: DiffDocument.Figures(stretch.a), b: DiffDocument.Figures(stretch.b),
      difference: DiffDocument.Figures(stretch.difference),
      absences: Dictionary(
        stretch.reasons.map { ("\($0.reason)", $0.count) }, uniquingKeysWith: { $1 }))
  }
}
