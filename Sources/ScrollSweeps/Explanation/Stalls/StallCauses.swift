import ScrollSimulation

/// The stall seconds of a run, summed by the waits of its images, and by the reasons of their
/// absence.
///
/// Each sum adds up to the stall of the report: the same seconds, divided in two ways. The blank or
/// wrong area of an appearance, in shares of the screen, is divided among its waits in proportion
/// to their times. The log has the length of each wait, but not the visible share of the item
/// during the wait.
package struct StallCauses: Sendable, Equatable {
  /// The seconds by `WaitTimes.Kind.rawValue`.
  private var waits = [Double](repeating: 0, count: WaitTimes.Kind.allCases.count)
  /// The seconds by `AbsenceReason.rawValue`.
  private var absences = [Double](repeating: 0, count: AbsenceReason.allCases.count)
  /// The seconds of images that had been in the cache of this process and had been removed for lack
  /// of space or memory, whether or not they were already loading again.
  package private(set) var hadLeft = 0.0
  /// The seconds in cells whose image was requested and had nothing to wait for: wrong images, for
  /// example.
  private(set) var unexplained = 0.0
  /// The seconds that late frames add, and the seconds before a first frame.
  ///
  /// A late frame adds a negative amount if it still shows a blank part that should no longer be on
  /// screen.
  private(set) var lateFrames: Double
  /// A Boolean value that indicates whether no frame was late, so that `lateFrames` has only the
  /// seconds before a first frame.
  let isStartAlone: Bool

  /// Divides the stall of a run by its causes.
  /// - Complexity: O(frames + visible items of the frames that stall).
  init(_ record: LogIndex, _ report: RunReport) {
    let stalls = report.stalls
    lateFrames = stalls.seconds - stalls.blankAreaSeconds - stalls.wrongAreaSeconds
    isStartAlone = report.hitches.count == 0
    // Sums of the same shares may differ in their last bits.
    if abs(lateFrames) < 1e-9 { lateFrames = 0 }
    for (appearance, area) in zip(record.appearances, StallShares(record).areas) {
      let seconds = area.blank + area.wrong
      guard seconds > 0 else { continue }
      guard let late = appearance.lateness, late.waits.total > 0 else {
        unexplained += seconds
        continue
      }
      absences[Int(late.reason.rawValue)] += seconds
      if record.hadLeft(before: appearance) { hadLeft += seconds }
      for kind in WaitTimes.Kind.allCases {
        waits[Int(kind.rawValue)] += seconds * Double(late.waits[kind]) / Double(late.waits.total)
      }
    }
  }

  /// Returns the seconds in which images waited for a kind of work.
  func seconds(waitingFor kind: WaitTimes.Kind) -> Double { waits[Int(kind.rawValue)] }

  /// Returns the seconds in which images were absent for a reason.
  func seconds(because reason: AbsenceReason) -> Double { absences[Int(reason.rawValue)] }
}

extension StallExplainer {
  /// Returns the stall seconds of the run by their causes; the report is of the same run.
  func causes(of report: RunReport) -> StallCauses { StallCauses(record, report) }
}

extension StallCauses {
  /// A part of the stall, in seconds.
  package struct Part: Sendable {
    /// The name in JSON.
    package let name: String
    package let words: String
    package let seconds: Double
  }

  /// The parts of the stall by the work that images waited for; their sum is the stall.
  package var waitParts: [Part] {
    WaitTimes.Kind.allCases.map {
      Part(name: "\($0)", words: "waiting for \($0.words)", seconds: seconds(waitingFor: $0))
    } + rest
  }

  /// The parts of the stall by the reason why images were absent; their sum is the stall.
  package var absenceParts: [Part] {
    AbsenceReason.allCases.map {
      Part(name: "\($0)", words: $0.words, seconds: seconds(because: $0))
    } + rest
  }

  /// The parts of the stall that no wait for an image explains.
  private var rest: [Part] {
    [
      Part(
        name: "lateFrames", words: isStartAlone ? "before the first frame" : "late frames",
        seconds: lateFrames),
      Part(name: "unexplained", words: "other causes", seconds: unexplained),
    ]
  }
}
