import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

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
