import Dispatch
import Foundation
import ScrollPages
import ScrollSweeps
import Synchronization

/// The content of the web pages about a running sweep: its progress and a recent report.
///
/// The report is made at most once a second for any number of pages, and making it takes at most a
/// tenth of the total time.
final class LiveReport: Sendable {
  /// A version of the report.
  struct Snapshot: Sendable {
    /// The number of the version; 0 before the first report.
    var version = 0
    var content: Markup
  }

  private struct State {
    /// A closure that makes the report, with the argument `true` when all runs are done.
    var make: (@Sendable (_ isComplete: Bool) throws -> Markup)?
    var progress: SweepProgress
    var snapshot: Snapshot
    var nextReading = ContinuousClock.now
    var lastRequest: ContinuousClock.Instant?
    /// The time at which the final report was made; `nil` before.
    var end: ContinuousClock.Instant?
    var isEndSeen = false
  }

  static let interval = Duration.seconds(1)
  /// The pause between two reports, as a multiple of the time that the last report took.
  static let rest = 9

  let title: String
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  /// The queue on which reports are made, in parallel to the threads that make runs.
  private let queue = DispatchQueue(label: "report")

  /// Creates a report.
  /// - Parameters:
  ///   - title: The title of the sweep, which may be empty.
  ///   - runs: The number of runs in the sweep.
  init(title: String, runs: Int) {
    self.title = title
    state = Mutex(
      State(
        progress: SweepProgress(total: runs),
        snapshot: Snapshot(content: Self.note("No run has finished yet."))))
  }

  /// Sets the closure that makes the report.
  ///
  /// The closure is called after the first run has finished.
  /// - Parameter make: A closure that makes the report of the finished runs. Its argument is `true`
  ///   if all runs are done.
  func show(_ make: @escaping @Sendable (_ isComplete: Bool) throws -> Markup) {
    state.withLock { $0.make = make }
  }

  /// Updates the progress of the sweep.
  func update(_ progress: SweepProgress) { state.withLock { $0.progress = progress } }

  /// Makes the final report.
  ///
  /// Call it when all runs are done.
  func finish() {
    queue.sync {
      read(isComplete: true)
      state.withLock { $0.end = .now }
    }
  }

  /// The progress of the sweep.
  ///
  /// Reading the progress starts an update if the report is old.
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

  /// Passes the report to a closure on another thread.
  ///
  /// An old report is updated first.
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

  /// A Boolean value that indicates whether a page is waiting for the final report: a page has
  /// requested something in the last three seconds, and none has received the final report.
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
  /// The number of runs that were in the store before, and the number that this command has made.
  let present: Int, made: Int
  let seconds: Double
  /// The estimated remaining seconds at the present speed; null before the first run was made.
  @OrNull var secondsLeft: Double?
  /// A Boolean value that indicates whether all runs are done and the report is final.
  let isComplete: Bool
  /// The version of the report, which changes when the report changes.
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
