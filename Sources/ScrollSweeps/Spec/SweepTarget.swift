import ScrollSimulation

/// The target of a sweep that draws sessions until its intervals are short enough.
///
/// A sweep checks its intervals after 1, 2, 4 ... times the initial number of sessions, at most
/// `looks` times, and stops when all of them are short enough. Each look has its part of the error
/// probability of 5 % (Bonferroni's bound). So the confidence of the intervals is at least 95 % at
/// the last look, whichever look it is.
package struct SweepTarget: Sendable, Equatable {
  /// The maximum number of looks.
  static let looks = 6

  /// Half the length of an interval, as a share of the stalls of the compared setting.
  package let share: Double

  /// Parses `±5 %`, `5%` or `+-5 %`.
  /// - Returns: `nil` for anything else; a share is over 0 and under 100 %.
  package init?(parsing text: String) {
    var text = Substring(text)
    for sign in ["±", "+-", "+/-"] where text.hasPrefix(sign) { text = text.dropFirst(sign.count) }
    guard text.hasSuffix("%"),
      let percent = Double(text.dropLast().filter { $0 != " " }), percent > 0, percent < 100
    else { return nil }
    share = percent / 100
  }
}

extension SweepTarget: CustomStringConvertible {
  package var description: String {
    let percent = (share * 1e8).rounded() / 1e6
    return "±\(percent.rounded() == percent ? "\(Int(percent))" : "\(percent)") %"
  }
}

extension SweepReport {
  /// Returns the number of looks for which the intervals must hold together.
  static func looks(of spec: String) -> Int {
    spec.split(separator: "\n").contains { $0.hasPrefix("until:") } ? SweepTarget.looks : 1
  }

  /// Half the length of the longest interval of a setting's saving, as a share of the stalls of the
  /// compared setting; `nil` if a setting has no interval or nothing is compared.
  package var widestInterval: Double? {
    var widest: Double?
    for device in devices {
      let table = SettingTable(self, over: device.scenes, amid: adviceTables)
      guard let reference = table.reference, reference.mean > 0 else { continue }
      for saving in table.savings {
        guard let interval = saving.interval else { return nil }
        let half = (interval.upperBound - interval.lowerBound) / 2
        widest = max(widest ?? 0, half / reference.mean)
      }
    }
    return widest
  }
}
