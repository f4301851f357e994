import Dispatch
import Foundation
import ScrollPages
import ScrollSweeps
import Synchronization

/// A sweep in the form of its pages: its progress, and a recent report.
///
/// However many pages request it, the report is made at most once a second, and so rarely that
/// making it takes no more than a tenth of the time.
final class LiveReport: Sendable {
  /// A version of the report.
  struct Snapshot: Sendable {
    /// The number of the content, from 0 for none.
    var version = 0
    var content: Markup
  }

  private struct State {
    /// A closure that makes the report.
    var make: (@Sendable (_ isComplete: Bool) throws -> Markup)?
    var progress: SweepProgress
    var snapshot: Snapshot
    var nextReading = ContinuousClock.now
    var lastRequest: ContinuousClock.Instant?
    /// The time when all runs were done and read.
    var end: ContinuousClock.Instant?
    var isEndSeen = false
  }

  static let interval = Duration.seconds(1)
  /// The ratio of the pause between two readings of the store to the length of the last reading.
  static let rest = 9

  let title: String
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  /// The queue of readings, beside the threads that make runs.
  private let queue = DispatchQueue(label: "report")

  /// Creates a report.
  /// - Parameters:
  ///   - title: The title of the sweep, which may be empty.
  ///   - runs: The number of its runs.
  init(title: String, runs: Int) {
    self.title = title
    state = Mutex(
      State(
        progress: SweepProgress(total: runs),
        snapshot: Snapshot(content: Self.note("No run has finished yet."))))
  }

  /// Shows the report of the existing runs, once there is one.
  /// - Parameter make: A closure that makes the report; its argument indicates whether these are
  ///   all runs.
  func show(_ make: @escaping @Sendable (_ isComplete: Bool) throws -> Markup) {
    state.withLock { $0.make = make }
  }

  /// Updates the progress of the sweep.
  func update(_ progress: SweepProgress) { state.withLock { $0.progress = progress } }

  /// Reads the report for the last time, when all runs are done.
  func finish() {
    queue.sync {
      read(isComplete: true)
      state.withLock { $0.end = .now }
    }
  }

  /// The progress of the sweep; reading it updates an old report.
  var progress: LiveProgress {
    let now = ContinuousClock.now
    let (progress, isOld) = state.withLock { state in
      state.lastRequest = now
      return (
        LiveProgress(
          state.progress, seconds: ((state.end ?? now) - start) / .seconds(1),
          isComplete: state.end != nil, version: state.snapshot.version),
        Self.isOld(state, at: now)
      )
    }
    if isOld { queue.async { self.readIfOld() } }
    return progress
  }

  /// Passes the report to a closure on another thread, after updating an old one.
  func snapshot(_ body: @escaping @Sendable (Snapshot) -> Void) {
    queue.async {
      self.readIfOld()
      body(
        self.state.withLock { state in
          state.lastRequest = .now
          if state.end != nil { state.isEndSeen = true }
          return state.snapshot
        })
    }
  }

  /// A Boolean value that indicates whether a page was open a moment ago that has not received the
  /// final report.
  var isAwaited: Bool {
    state.withLock { state in
      guard !state.isEndSeen, let last = state.lastRequest else { return false }
      return ContinuousClock.now - last < Self.interval * 3
    }
  }

  private static func isOld(_ state: State, at now: ContinuousClock.Instant) -> Bool {
    state.end == nil && state.make != nil && state.progress.done > 0 && now >= state.nextReading
  }

  private func readIfOld() {
    if state.withLock({ Self.isOld($0, at: .now) }) { read(isComplete: false) }
  }

  private func read(isComplete: Bool) {
    guard let make = state.withLock({ $0.make }) else { return }
    let start = ContinuousClock.now
    let content: Markup
    do { content = try make(isComplete) } catch {
      let sentence = (error as? CommandError)?.sentence ?? "\(error)"
      content = Self.note("The report cannot be read: \(sentence)")
    }
    let now = ContinuousClock.now
    state.withLock { state in
      state.nextReading = now + max(Self.interval, (now - start) * Self.rest)
      guard state.snapshot.content != content else { return }
      state.snapshot = Snapshot(version: state.snapshot.version + 1, content: content)
    }
  }

  private static func note(_ text: String) -> Markup {
    var note = Markup()
    note.element("p", ["class": "note"], text: text)
    return note
  }
}

/// The progress of a sweep in the format of its pages.
struct LiveProgress: Encodable, Sendable {
  let total: Int, done: Int
  /// The number of finished runs that were in the store before, and of those made now.
  let present: Int, made: Int
  let seconds: Double
  /// The seconds that remain at the pace so far; null before a run was made.
  @OrNull var secondsLeft: Double?
  /// A Boolean value that indicates whether all runs are done and the report is final.
  let isComplete: Bool
  /// The version of the report; another number means another report.
  let version: Int
  /// The progress as text.
  let text: String

  init(_ progress: SweepProgress, seconds: Double, isComplete: Bool, version: Int) {
    total = progress.total
    done = progress.done
    present = progress.present
    made = progress.made
    self.seconds = (seconds * 10).rounded() / 10
    secondsLeft = progress.secondsLeft(after: seconds).map { ($0 * 10).rounded() / 10 }
    self.isComplete = isComplete
    self.version = version
    text = Self.text(progress, seconds: seconds, isComplete: isComplete)
  }

  private static func text(
    _ progress: SweepProgress, seconds: Double, isComplete: Bool
  ) -> String {
    let total = NumberText.count(progress.total)
    let made = progress.present == 0 ? "" : ", \(NumberText.count(progress.made)) of them now"
    let time = SweepProgressLine.duration(seconds)
    return isComplete
      ? "All \(total) runs are done\(made); it took \(time)."
      : "\(NumberText.count(progress.done)) of \(total) runs are done\(made); \(time) so far"
        + (progress.secondsLeft(after: seconds).map {
          ", about \(SweepProgressLine.duration($0)) left"
        } ?? "") + "."
  }
}
