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
  static let warnedShare = 0.8

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
  /// scrolling, bytes of the peak footprint; means over the sessions.
  ///
  /// A loss is negative. A complaint without a visible difference has no entry.
  package private(set) var gains: [Complaint: Double] = [:]
  /// The visible differences of other figures, for complaints whose means do not differ visibly.
  private var others: [Complaint: OtherDifference] = [:]
  /// The difference in kills as text; `nil` if the app is killed equally often and lives as long.
  private var kills: String?

  /// A difference in a figure other than the mean of a complaint.
  private struct OtherDifference: Equatable {
    let name: String, gain: Double
  }

  init() {}

  /// Compares the figures without and with a change.
  ///
  /// Blank times are not compared if the app is killed more often or earlier with one of the
  /// settings, since a run that ends early has less blank time.
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
    } else if new.killed > 0, new.livedSeconds != old.livedSeconds {
      let difference = new.livedSeconds - old.livedSeconds
      kills =
        "lives \(SecondsText.of(abs(difference))) \(difference > 0 ? "longer" : "less long")"
    }
    func compare(
      _ complaint: Complaint, _ name: String, _ old: ChoiceRule.Spread, _ new: ChoiceRule.Spread,
      _ differ: (Double, Double) -> Bool
    ) {
      guard gains[complaint] == nil, others[complaint] == nil else { return }
      if differ(old.mean, new.mean) {
        let gain = old.mean - new.mean
        if name == complaint.rawValue {
          gains[complaint] = gain
        } else {
          others[complaint] = OtherDifference(name: name, gain: gain)
        }
      } else if differ(old.high, new.high) {
        others[complaint] = OtherDifference(
          name: "\(name) at the 95th percentile", gain: old.high - new.high)
      }
    }
    if kills == nil {
      let (one, other) = countsLate ? (old.stall, new.stall) : (old.blank, new.blank)
      func differ(_ one: Double, _ other: Double) -> Bool {
        rule.blankDiffers(one, other, frames: old.frames)
      }
      compare(.blank, Complaint.blank.rawValue, one, other, differ)
      compare(.blank, "missing screen", old.stall, new.stall, differ)
    }
    compare(.hitches, Complaint.hitches.rawValue, old.hitches, new.hitches, rule.hitchesDiffer)
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

  /// The differences as texts: `killed less often`, `lives 0.40 s longer`, `blank -0.20 s`, `memory +15 MiB`.
  ///
  /// A complaint whose means do not differ visibly may have another text, such as `blank at the 95th
  /// percentile -0.80 s`.
  package var texts: [String] {
    [kills].compactMap { $0 } + texts(of: Complaint.allCases)
  }

  /// The differences as phrases for sentences: `killed less often`, `lives 0.40 s longer`, `0.20 s
  /// less blank time`, `15 MiB more memory`.
  ///
  /// A complaint whose means do not differ visibly may have another phrase, such as `0.80 s less
  /// blank time at the 95th percentile`.
  package var phrases: [String] { [kills].compactMap { $0 } + phrases(of: Complaint.allCases) }

  /// The differences as texts, without the difference in mean blank time.
  var textsBesidesMeanBlank: [String] { texts(of: besidesMeanBlank) }

  /// The differences as phrases, without the difference in mean blank time.
  var phrasesBesidesMeanBlank: [String] { phrases(of: besidesMeanBlank) }

  private var besidesMeanBlank: [Complaint] {
    Complaint.allCases.filter { $0 != .blank || gains[.blank] == nil }
  }

  /// A Boolean value that indicates whether the blank time differs visibly, though not on average.
  var differsInBlank: Bool { others[.blank] != nil }

  private func difference(in complaint: Complaint) -> OtherDifference? {
    gains[complaint].map { OtherDifference(name: complaint.rawValue, gain: $0) }
      ?? others[complaint]
  }

  private func phrases(of complaints: [Complaint]) -> [String] {
    complaints.compactMap { complaint in
      difference(in: complaint).map { difference in
        let (size, sign) = (abs(difference.gain), difference.gain < 0 ? "more" : "less")
        let amount =
          switch complaint {
          case .blank: SecondsText.of(size)
          case .hitches: "\(NumberText.fixed(size, decimals: 1)) ms/s"
          case .memory: "\(Int((size / 1_048_576).rounded())) MiB"
          }
        let name = difference.name.replacing("blank", with: "blank time")
          .replacing("hitches", with: "hitch time")
        return "\(amount) \(sign) \(name)"
      }
    }
  }

  private func texts(of complaints: [Complaint]) -> [String] {
    complaints.compactMap { complaint in
      difference(in: complaint).map { difference in
        let (decimals, unit, divisor) =
          switch complaint {
          case .blank: (2, "s", 1.0)
          case .hitches: (1, "ms/s", 1)
          case .memory: (0, "MiB", Double(1 << 20))
          }
        return "\(difference.name) \(difference.gain < 0 ? "+" : "-")"
          + "\(NumberText.fixed(abs(difference.gain) / divisor, decimals: decimals)) \(unit)"
      }
    }
  }

  /// The losses as text: `15 MiB more memory and 2.1 ms/s more hitch time`; `nil` without any.
  package var costText: String? {
    let losses = phrases(of: Complaint.allCases.filter { (gains[$0] ?? 0) < 0 })
    return losses.isEmpty ? nil : Phrase.list(losses)
  }
}
