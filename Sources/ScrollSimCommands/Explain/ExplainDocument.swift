import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// An explanation as one JSON document, with the whole configuration of the run.
struct ExplainDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let trace: RunDocument.Trace
  let device: String
  let network: String
  let loader: RunDocument.Named
  let prefetcher: String
  let layout: String
  @OrNull var policy: RunDocument.Named?
  @OrNull var budgetBytes: Int?
  let seed: Int
  /// The time and reason of the kill; null unless the app was killed.
  @OrNull var killed: RunDocument.Killed?
  let question: Question
  @OrNull var summary: String?
  /// The stall of the whole run and its causes; null unless the worst was requested.
  @OrNull var stallSeconds: Double?
  @OrNull var causes: DoctorDocument.Causes?
  /// The changes that would help most, best first; null unless the worst was requested.
  @OrNull var changes: [DoctorDocument.Tried]?
  let frames: [Frame]
  let appearances: [Appearance]

  struct Question: Encodable {
    let kind: String
    @OrNull var number: Int?
  }

  struct Link: Encodable {
    let seconds: Double
    let text: String
  }

  struct Frame: Encodable {
    let frame: Int
    let startSeconds: Double, dueSeconds: Double
    /// The time when the frame was on screen; null if it never was.
    @OrNull var presentedSeconds: Double?
    let lateMilliseconds: Double
    let workMilliseconds: [String: Double]
    let blankShare: Double, softShare: Double, wrongShare: Double
    let sentence: String
    let links: [Link]
  }

  struct Appearance: Encodable {
    let item: Int, image: Int
    let outcome: String
    let frame: Int
    let appearedSeconds: Double
    @OrNull var presentedSeconds: Double?
    @OrNull var shownFrame: Int?
    @OrNull var shownSeconds: Double?
    @OrNull var leftSeconds: Double?
    @OrNull var reason: String?
    let waitMilliseconds: Double
    let waitsMilliseconds: [String: Double]
    let blankMilliseconds: Double, softMilliseconds: Double, wrongMilliseconds: Double
    let sentence: String
    let links: [Link]
  }

  init(
    _ asked: RunRequest, _ made: CompletedRun, _ question: ExplainQuestion, _ answer: ExplainAnswer,
    _ diagnosis: Diagnosis?
  ) {
    trace = RunDocument.Trace(asked.path, asked.trace)
    device = asked.scenario.device.name
    network = asked.scenario.network.name
    loader = RunDocument.Named(asked.loader)
    prefetcher = "\(asked.scenario.prefetcher)"
    layout = "\(asked.trace.header.layout)"
    let run = made.row.run
    policy = asked.hasCache ? asked.policies.first.map { RunDocument.Named($0) } : nil
    budgetBytes = run.budgetBytes
    seed = run.seed
    self.question = Question(kind: question.kind, number: question.number)
    killed = answer.death.map { RunDocument.Killed($0) }
    summary = answer.summary
    stallSeconds = diagnosis?.report.stalls.seconds
    causes = diagnosis.map { DoctorDocument.Causes($0.causes) }
    changes = diagnosis.map { diagnosis in
      diagnosis.bestLevers.prefix(3).map { DoctorDocument.Tried($0, of: diagnosis.run) }
    }
    frames = answer.frames.map { Frame($0) }
    appearances = answer.appearances.map { Appearance($0) }
  }
}

extension ExplainDocument.Frame {
  fileprivate init(_ frame: FrameExplanation) {
    self.init(
      frame: frame.number, startSeconds: frame.start.seconds, dueSeconds: frame.due.seconds,
      presentedSeconds: frame.presented?.seconds, lateMilliseconds: frame.delay.milliseconds,
      workMilliseconds: Dictionary(
        frame.work.parts.map { ($0.name, SimTime(nanoseconds: $0.nanoseconds).milliseconds) },
        uniquingKeysWith: { $1 }),
      blankShare: frame.blank, softShare: frame.soft, wrongShare: frame.wrong,
      sentence: frame.explanation.sentence,
      links: frame.explanation.links.map { ExplainDocument.Link($0) })
  }
}

extension ExplainDocument.Appearance {
  fileprivate init(_ explanation: AppearanceExplanation) {
    let waits = WaitTimes.Kind.allCases.map {
      ("\($0)", SimTime(nanoseconds: explanation.waits[$0]).milliseconds)
    }
    self.init(
      item: explanation.item, image: explanation.image, outcome: explanation.outcome.rawValue,
      frame: explanation.frame,
      appearedSeconds: explanation.appeared.seconds,
      presentedSeconds: explanation.presented?.seconds,
      shownFrame: explanation.shownFrame, shownSeconds: explanation.shown?.seconds,
      leftSeconds: explanation.left?.seconds, reason: explanation.reason.map { "\($0)" },
      waitMilliseconds: SimTime(nanoseconds: explanation.waits.total).milliseconds,
      waitsMilliseconds: Dictionary(waits, uniquingKeysWith: { $1 }),
      blankMilliseconds: explanation.blank.milliseconds,
      softMilliseconds: explanation.soft.milliseconds,
      wrongMilliseconds: explanation.wrong.milliseconds, sentence: explanation.explanation.sentence,
      links: explanation.explanation.links.map { ExplainDocument.Link($0) })
  }
}

extension ExplainDocument.Link {
  fileprivate init(_ link: Explanation.Link) {
    self.init(seconds: link.time.seconds, text: link.text)
  }
}
