import Dispatch
import Foundation
import ScrollPages
import ScrollSweeps
import Synchronization

/// A sweep as its pages show it: how far it is, and the report of a moment ago.
///
/// However many pages ask, the report is made once a second at most, and so seldom that making it
/// takes no more than a tenth of the time.
final class LiveReport: Sendable {
  /// The report at some time.
  struct Snapshot: Sendable {
    /// Counts the different contents, from 0 for none.
    var version = 0
    var content: Markup
  }

  private struct State {
    /// Makes the report.
    var make: (@Sendable (_ isComplete: Bool) throws -> Markup)?
    var progress: SweepProgress
    var snapshot: Snapshot
    var nextReading = ContinuousClock.now
    var lastRequest: ContinuousClock.Instant?
    /// When everything was done and read.
    var end: ContinuousClock.Instant?
    var isEndSeen = false
  }

  static let interval = Duration.seconds(1)
  /// How much longer than the last reading took to leave the store alone.
  static let rest = 9

  let title: String
  private let start = ContinuousClock.now
  private let state: Mutex<State>
  /// Readings take turns here, beside the threads that make runs.
  private let queue = DispatchQueue(label: "report")

  /// - Parameters:
  ///   - title: of the sweep, may be empty.
  ///   - runs: how many it has.
  init(title: String, runs: Int) {
    self.title = title
    state = Mutex(
      State(
        progress: SweepProgress(total: runs),
        snapshot: Snapshot(content: Self.note("No run is done yet."))))
  }

  /// Shows the report of the runs that are there, once there is one.
  /// - Parameter make: makes it; its argument says whether these are all runs.
  func show(_ make: @escaping @Sendable (_ isComplete: Bool) throws -> Markup) {
    state.withLock { $0.make = make }
  }

  /// Hears how far the sweep is.
  func update(_ progress: SweepProgress) { state.withLock { $0.progress = progress } }

  /// Reads the report for the last time: everything is done.
  func finish() {
    queue.sync {
      read(isComplete: true)
      state.withLock { $0.end = .now }
    }
  }

  /// How far the sweep is; has the report read if it is old.
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

  /// Hands over the report, not older than it has to be, on a thread of its own.
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

  /// Whether a page was open a moment ago that does not know the end.
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

/// How far a sweep is, as its pages ask for it.
struct LiveProgress: Encodable, Sendable {
  let total: Int, done: Int
  /// Of those that are done: in the store before, and made now.
  let present: Int, made: Int
  let seconds: Double
  /// What is left at the pace so far; null before a run was made.
  @OrNull var secondsLeft: Double?
  /// Whether all is done and the report will not change any more.
  let isComplete: Bool
  /// Another number means another report.
  let version: Int
  /// The same for people.
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
    let made = progress.present == 0 ? "" : ", \(NumberText.count(progress.made)) of them made now"
    let time = SweepProgressLine.duration(seconds)
    return isComplete
      ? "All \(total) runs are done\(made); it took \(time)."
      : "\(NumberText.count(progress.done)) of \(total) runs are done\(made); \(time) so far"
        + (progress.secondsLeft(after: seconds).map {
          ", about \(SweepProgressLine.duration($0)) left"
        } ?? "") + "."
  }
}
