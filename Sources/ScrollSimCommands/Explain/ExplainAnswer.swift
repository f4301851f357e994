import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The answer of a story to a question, in words.
struct ExplainAnswer {
  let appearances: [AppearanceExplanation]
  let frames: [FrameExplanation]
  /// The text before the explanations: a summary, or why there are none.
  let summary: String?
  /// Why the app was killed, if it was.
  let death: RunReport.Death?
  private let isWorst: Bool

  /// Asks the story of a run.
  /// - Throws: `StoryError` for an item or a frame that it knows nothing of.
  init(
    _ question: ExplainQuestion, _ story: Story, of report: RunReport
  ) throws(StoryError) {
    death = report.death
    isWorst = question == .worst
    switch question {
    case .item(let item):
      appearances = try story.item(item)
      frames = []
      summary = Self.summary(of: appearances, item)
    case .frame(let number):
      let frame = try story.frame(number)
      appearances = frame.stalls
      frames = [frame]
      summary = nil
    case .worst:
      appearances = story.worstAppearance.map { [$0] } ?? []
      let (hitch, start) = (story.worstHitch, story.worstStart)
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

  /// A frame that was asked for comes before its items; of the worst the wait comes first, and the
  /// start of the app last.
  var explanations: [Explanation] {
    let (frames, items) = (frames.map(\.explanation), appearances.map(\.explanation))
    return isWorst ? items + frames : frames + items
  }

  /// One line for each explanation, for people.
  var sentences: String {
    ([death.map { "the app was \($0.text)" }, summary].compactMap { $0 }
      + explanations.map(\.sentence))
      .joined(separator: "\n")
  }

  /// Link by link, with the time of each.
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

/// The subject of `explain`.
enum ExplainQuestion: Equatable {
  case item(Int), frame(Int), worst

  /// Reads the three options, of which one may be given.
  init(item: Int?, frame: Int?, worst: Bool) throws(CommandError) {
    switch (item, frame, worst) {
    case (let item?, nil, false): self = .item(item)
    case (nil, let frame?, false): self = .frame(frame)
    case (nil, nil, _): self = .worst
    default:
      throw .usage("--item, --frame and --worst are three questions; expected one of them")
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
