package import ScrollCore
package import ScrollSimulation

/// A chain of events as text: the subject, the result, and the causes link by link.
package struct Explanation: Sendable, Equatable {
  /// An event of the chain.
  package struct Link: Sendable, Equatable {
    /// The time when the event happened, or began.
    package var time: SimTime
    package var text: String
  }

  /// The subject, such as `item 412` or `frame 97`.
  package var about: String
  /// The time when the result began.
  package var time: SimTime
  /// The result, such as `blank for 83 ms`.
  package var head: String
  /// The links by time.
  package var links: [Link]

  /// The whole chain in one sentence, without a full stop.
  package var sentence: String {
    let chain = links.map(\.text).joined(separator: "; ")
    return "\(about) \(head)" + (chain.isEmpty ? "" : ": \(chain)")
  }
}

/// The outcome of one appearance of an item, and its causes.
package struct AppearanceExplanation: Sendable, Equatable {
  /// The time at which the image was shown.
  package enum Outcome: String, Sendable {
    /// The image was there in the first frame.
    case atOnce
    case late
    /// The item left without its image.
    case neverShown
    /// The run ended without the image.
    case unfinished
  }

  package var item: Int, image: Int
  /// The frame in which the item appeared, the time when that frame was processed, and the time
  /// when it was on screen.
  package var frame: Int, appeared: SimTime, presented: SimTime?
  /// The first frame that showed the image, and the time when it was on screen.
  package var shownFrame: Int?, shown: SimTime?
  /// The time when the item left.
  package var left: SimTime?
  package var outcome: Outcome
  /// The reason why the image was absent; `nil` if it was there at once.
  package var reason: AbsenceReason?
  /// The waits by kind.
  package var waits: WaitTimes
  /// The time on screen with nothing, with a low variant or fading in, and with another item's
  /// image.
  package var blank: SimTime, soft: SimTime, wrong: SimTime
  package var explanation: Explanation

  /// A Boolean value that indicates whether the image was late or the item was ever blank, soft or
  /// wrong.
  package var isStalled: Bool {
    outcome != .atOnce || blank > .zero || soft > .zero || wrong > .zero
  }
}

/// The work of one frame, its content, and the causes.
package struct FrameExplanation: Sendable, Equatable {
  /// The number of the frame, from 0, in the order of processing.
  package var number: Int
  /// A Boolean value that indicates whether the frame is the first of the app, or after a relaunch.
  var beginsLaunch: Bool
  package var start: SimTime
  /// The first vsync after the start.
  package var due: SimTime
  /// The time when the frame was on screen; `nil` if the run or the app ended before.
  package var presented: SimTime?
  /// The delay: missed vsyncs times the period.
  package var delay: SimTime
  package var work: RunReport.MainThreadWork
  /// The blank, soft and wrong shares of the viewport.
  package var blank: Double, soft: Double, wrong: Double
  package var explanation: Explanation
  /// The items that appeared late in the frame, or that it shows blank, soft or wrong, by item.
  package var stalls: [AppearanceExplanation]
}

/// The error for a question that has no answer; its description is the sentence for the user.
package enum ExplanationError: Error, Equatable, CustomStringConvertible {
  case noFrame(Int, count: Int)
  case noItem(Int, count: Int)
  case neverAppears(Int)

  package var description: String {
    switch self {
    case .noFrame(let number, 0):
      "frame \(number) does not exist: the app was killed before its first frame"
    case .noFrame(let number, let count):
      "frame \(number) does not exist; the run has frames 0 to \(count - 1)"
    case .noItem(let item, let count):
      "item \(item) does not exist; the trace has items 0 to \(count - 1)"
    case .neverAppears(let item):
      "item \(item) never appears: no frame shows any part of it"
    }
  }
}
