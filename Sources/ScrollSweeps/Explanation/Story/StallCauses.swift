package import ScrollSimulation

/// The stall seconds of a run, summed by what the images waited for, and by why they were absent.
///
/// Each sum adds up to the stall of the report: the same seconds, asked two questions. What an
/// appearance left blank or wrong, in shares of the screen, is divided among its waits in
/// proportion to their times: the log knows how long each took, not how much of the item was on
/// screen meanwhile.
package struct StallCauses: Sendable, Equatable {
  /// Seconds by `WaitTimes.Kind.rawValue`.
  private var waits = [Double](repeating: 0, count: WaitTimes.Kind.allCases.count)
  /// Seconds by `AbsenceReason.rawValue`.
  private var absences = [Double](repeating: 0, count: AbsenceReason.allCases.count)
  /// Seconds of images that had been in the cache in this process and had left it for want of room
  /// or of memory, be they on their way again already or not.
  package private(set) var hadLeft = 0.0
  /// Seconds in cells whose image was asked for and had nothing to wait for: wrong images, say.
  package private(set) var unexplained = 0.0
  /// Seconds that late frames add, and those before a first frame; below zero where what was
  /// blank was no longer wanted.
  package private(set) var lateFrames: Double
  /// Whether no frame was late, so that these seconds are those before a first frame alone.
  package let isStartAlone: Bool

  /// Divides the stall of a run.
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

  /// Seconds in which images waited for something.
  package func seconds(waitingFor kind: WaitTimes.Kind) -> Double { waits[Int(kind.rawValue)] }

  /// Seconds in which images were absent for a reason.
  package func seconds(because reason: AbsenceReason) -> Double { absences[Int(reason.rawValue)] }
}

extension Story {
  /// The stall seconds of the run by their causes; the report is of the same run.
  package func causes(of report: RunReport) -> StallCauses { StallCauses(record, report) }
}
