import ScrollPages
import ScrollSweeps

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
