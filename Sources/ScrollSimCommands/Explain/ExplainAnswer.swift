import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The answer to a question about a run, as text.
struct ExplainAnswer {
  let appearances: [AppearanceExplanation]
  let frames: [FrameExplanation]
  /// The text before the explanations: a summary, or the reason why there are none.
  let summary: String?
  /// The reason why the app was killed; `nil` if it was not.
  let death: RunReport.Death?
  private let isWorst: Bool

  /// Answers a question from the explanations of a run.
  /// - Throws: `ExplanationError` for an item or a frame that does not exist.
  init(
    _ question: ExplainQuestion, _ explainer: StallExplainer, of report: RunReport
  ) throws(ExplanationError) {
    death = report.death
    isWorst = question == .worst
    switch question {
    case .item(let item):
      appearances = try explainer.item(item)
      frames = []
      summary = Self.summary(of: appearances, item)
    case .frame(let number):
      let frame = try explainer.frame(number)
      appearances = frame.stalls
      frames = [frame]
      summary = nil
    case .worst:
      appearances = explainer.worstAppearance.map { [$0] } ?? []
      let (hitch, start) = (explainer.worstHitch, explainer.worstStart)
      frames = [hitch, start].compactMap { $0 }
      let punctual = start == nil ? report.withoutHitches : "only the first frame was late"
      let missing = [
        appearances.isEmpty ? report.withoutWaits : nil, hitch == nil ? punctual : nil,
      ].compactMap { $0 }
      summary = missing.isEmpty ? nil : missing.joined(separator: ", ")
    }
  }

  private static func summary(of appearances: [AppearanceExplanation], _ item: Int) -> String {
    let times = appearances.count == 1 ? "once" : "\(appearances.count) times"
    let counts = AppearanceExplanation.Outcome.inOrder.compactMap { outcome, text in
      let count = appearances.count { $0.outcome == outcome }
      return count == 0 ? nil : "\(count) \(text)"
    }
    return "item \(item) appeared \(times): \(counts.joined(separator: ", "))"
  }

  /// The explanations in order.
  ///
  /// A requested frame comes before its items. For the worst of a run, the worst wait comes first,
  /// then the worst late frame and the first frame of the app.
  var explanations: [Explanation] {
    let (frames, items) = (frames.map(\.explanation), appearances.map(\.explanation))
    return isWorst ? items + frames : frames + items
  }

  /// The explanations as sentences, a line each.
  var sentences: String {
    ([death.map { "the app was \($0.text)" }, summary].compactMap { $0 }
      + explanations.map(\.sentence))
      .joined(separator: "\n")
  }

  /// A table of the events in each chain, with their times.
  var table: Table {
    var table = Table([.left("about"), .right("at s"), .prose("what")])
    for explanation in explanations {
      table.append([explanation.about, Self.seconds(explanation.time.seconds), explanation.head])
      for link in explanation.links {
        table.append([explanation.about, Self.seconds(link.time.seconds), link.text])
      }
    }
    return table
  }

  private static func seconds(_ seconds: Double) -> String {
    NumberText.fixed(seconds, decimals: 3)
  }
}

extension AppearanceExplanation.Outcome {
  fileprivate static let inOrder: [(Self, String)] = [
    (.atOnce, "with its image at once"), (.late, "late"), (.neverShown, "never shown"),
    (.unfinished, "not shown when the run ended"),
  ]
}

/// The subject of `explain`: an item, a frame, or the worst of the run.
enum ExplainQuestion: Equatable {
  case item(Int), frame(Int), worst

  /// Reads the three options, of which one may be given.
  init(item: Int?, frame: Int?, worst: Bool) throws(CommandError) {
    switch (item, frame, worst) {
    case (let item?, nil, false): self = .item(item)
    case (nil, let frame?, false): self = .frame(frame)
    case (nil, nil, _): self = .worst
    default:
      throw .usage("--item, --frame and --worst exclude each other; expected one of them")
    }
  }

  /// The option as typed.
  var option: String {
    switch self {
    case .item(let item): "--item \(item)"
    case .frame(let frame): "--frame \(frame)"
    case .worst: "--worst"
    }
  }

  var kind: String {
    switch self {
    case .item: "item"
    case .frame: "frame"
    case .worst: "worst"
    }
  }

  var number: Int? {
    switch self {
    case .item(let number), .frame(let number): number
    case .worst: nil
    }
  }
}
