package import ScrollCore
import ScrollPages
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
  /// Each complaint is divided by the value above which it is critical: those of `RunReport.band`
  /// for missing screen and hitches, and the app's limit for memory. The largest quotient is the
  /// worst complaint.
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
    let share = Double(report.memory.peakFootprint.bytes) / Double(max(1, limit.bytes))
    let hitches = report.hitches.timeRatio
    let quotients: [(complaint: Complaint, quotient: Double)] = [
      (.blank, isBlank ? report.missingRatio / Band.warningRatio : 0),
      (.hitches, hitches >= ChoiceRule.leastHitchRatio ? hitches / Band.warningRatio : 0),
      (.memory, share >= warnedShare ? share : 0),
    ]
    let most = quotients.map(\.quotient).max() ?? 0
    return most > 0 ? quotients.first { $0.quotient == most }?.complaint : nil
  }
}

/// The visible differences between two settings, one for each complaint.
package struct ComplaintEffects: Sendable, Equatable {
  /// The gains by complaint: seconds of missing screen, milliseconds of hitches per second of
  /// scrolling, bytes of the peak footprint.
  ///
  /// A loss is negative. A complaint without a visible difference has no entry.
  package private(set) var gains: [Complaint: Double] = [:]
  /// The difference in kills as text; `nil` if the app is killed equally often.
  private var kills: String?

  package init() {}

  /// Compares the figures without and with a change.
  ///
  /// Blank times are not compared if the app is killed more often with one of the settings, since a
  /// run that ends early has less blank time.
  /// - Parameters:
  ///   - old: the figures without the change.
  ///   - new: the figures with the change.
  ///   - rule: the rule that determines which differences are visible.
  ///   - countsLate: whether late frames count as missing screen.
  package init(
    from old: ChoiceRule.Candidate, to new: ChoiceRule.Candidate, _ rule: ChoiceRule = ChoiceRule(),
    countsLate: Bool = false
  ) {
    if new.killed != old.killed {
      kills =
        new.killed == 0
        ? "not killed" : new.killed < old.killed ? "killed less often" : "killed more often"
    }
    let missing = [old, new].map { (countsLate ? $0.stall : $0.blank).mean }
    if kills == nil, rule.blankDiffers(missing[0], missing[1], frames: old.frames) {
      gains[.blank] = missing[0] - missing[1]
    }
    if rule.hitchesDiffer(old.hitches.mean, new.hitches.mean) {
      gains[.hitches] = old.hitches.mean - new.hitches.mean
    }
    if rule.memoryDiffers(old.memory.mean, new.memory.mean) {
      gains[.memory] = old.memory.mean - new.memory.mean
    }
  }

  /// A Boolean value that indicates whether any complaint becomes visibly smaller.
  package var gainsAnything: Bool { gains.values.contains { $0 > 0 } }

  /// Returns a Boolean value that indicates whether a change gains on one complaint without making
  /// missing screen or hitches visibly worse.
  package func helps(_ complaint: Complaint) -> Bool {
    (gains[complaint] ?? 0) > 0
      && [.blank, .hitches].allSatisfy { (gains[$0] ?? 0) >= 0 }
  }

  /// The differences as texts: `killed less often`, `blank -0.20 s`, `memory +15 MiB`.
  package var texts: [String] {
    [kills].compactMap { $0 } + texts(of: Complaint.allCases)
  }

  /// The differences in hitches and memory as texts.
  var textsBesidesBlank: [String] { texts(of: [.hitches, .memory]) }

  private func texts(of complaints: [Complaint]) -> [String] {
    complaints.compactMap { complaint in
      gains[complaint].map { gain in
        let (decimals, unit, divisor) =
          switch complaint {
          case .blank: (2, "s", 1.0)
          case .hitches: (1, "ms/s", 1)
          case .memory: (0, "MiB", Double(1 << 20))
          }
        return "\(complaint) \(gain < 0 ? "+" : "-")"
          + "\(NumberText.fixed(abs(gain) / divisor, decimals: decimals)) \(unit)"
      }
    }
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
