package import ScrollCore
package import ScrollSimulation

/// A complaint that users have about a scroll.
package enum Complaint: String, Sendable, CaseIterable {
  /// Parts of the screen without their images, and late frames.
  case blank
  /// Frames that come late while the content moves.
  case hitches
  /// A footprint near the limit at which the system ends the app.
  case memory

  /// The share of the app's limit from which on the system warns the app.
  package static let warnedShare = 0.8

  /// Returns the worst complaint about a run; `nil` if none is visible.
  ///
  /// Each complaint is divided by the value that counts as critical: 5 % of the time with missing
  /// screen, 10 ms of hitches per second of scrolling, a footprint at the app's limit. The largest
  /// quotient is the worst complaint. The first and the last value are judgments, the second one is
  /// Apple's.
  ///
  /// - Parameters:
  ///   - report: the report of the run.
  ///   - limit: the footprint at which the system ends the app.
  ///   - isBlank: whether the missing screen is visible.
  /// - Returns: the complaint with the largest quotient.
  package static func worst(
    of report: RunReport, limit: ByteCount, isBlank: Bool
  ) -> Complaint? {
    if let death = report.death {
      guard case .memory = death.reason else { return .hitches }
      return .memory
    }
    let (duration, peak) = (report.duration.seconds, report.memory.peakFootprint)
    let share = Double(peak.bytes) / Double(max(1, limit.bytes))
    let hitches = report.hitches.timeRatio
    let quotients: [(complaint: Complaint, quotient: Double)] = [
      (.blank, isBlank && duration > 0 ? report.stalls.seconds / duration / 0.05 : 0),
      (.hitches, hitches >= ChoiceRule.leastHitchRatio ? hitches / 10 : 0),
      (.memory, share >= warnedShare ? share : 0),
    ]
    let most = quotients.map(\.quotient).max() ?? 0
    return most > 0 ? quotients.first { $0.quotient == most }?.complaint : nil
  }
}

/// The visible differences that a change makes to a run, one for each complaint.
package struct ComplaintEffects: Sendable, Equatable {
  /// The gains by complaint: seconds of missing screen, milliseconds of hitches per second of
  /// scrolling, bytes of the peak footprint.
  ///
  /// A loss is negative. A complaint without a visible difference has no entry.
  package var gains: [Complaint: Double] = [:]

  package init() {}

  /// Compares the reports of a run without and with a change.
  ///
  /// There are no effects if the app was killed in either run, since a run that ends early has less
  /// of everything.
  /// - Parameters:
  ///   - old: the report without the change.
  ///   - new: the report with the change.
  ///   - isBlankVisible: whether the difference of the missing screen is visible.
  package init(from old: RunReport, to new: RunReport, isBlankVisible: Bool) {
    guard old.death == nil, new.death == nil else { return }
    let rule = ChoiceRule()
    if isBlankVisible { gains[.blank] = old.stalls.seconds - new.stalls.seconds }
    let (late, later) = (old.hitches.timeRatio, new.hitches.timeRatio)
    if rule.hitchesDiffer(late, later) { gains[.hitches] = late - later }
    let (peak, other) = (
      Double(old.memory.peakFootprint.bytes), Double(new.memory.peakFootprint.bytes)
    )
    if rule.memoryDiffers(peak, other) { gains[.memory] = peak - other }
  }

  /// A Boolean value that indicates whether any complaint becomes visibly smaller.
  package var gainsAnything: Bool { gains.values.contains { $0 > 0 } }

  /// Returns a Boolean value that indicates whether a change gains on one complaint without making
  /// missing screen or hitches visibly worse.
  package func helps(_ complaint: Complaint) -> Bool {
    (gains[complaint] ?? 0) > 0
      && [.blank, .hitches].allSatisfy { (gains[$0] ?? 0) >= 0 }
  }

  /// The losses as text: `15 MiB more memory and 2.1 ms/s more hitches`; `nil` without any.
  package var costText: String? {
    let texts = Complaint.allCases.compactMap { complaint -> String? in
      guard let gain = gains[complaint], gain < 0 else { return nil }
      switch complaint {
      case .blank: return "\(SecondsText.text(-gain)) s more blank"
      case .hitches: return "\(SecondsText.text(-gain)) ms/s more hitches"
      case .memory: return "\(Int((-gain / 1_048_576).rounded())) MiB more memory"
      }
    }
    return texts.isEmpty ? nil : Phrase.list(texts)
  }
}
