import ScrollSimulation

/// The length that the intervals of a sweep may have at most: it draws sessions until they are shorter.
///
/// A sweep looks at its intervals after 1, 2, 4 ... times as many sessions as it began with, `looks`
/// times at most, and stops when all of them are short enough. Each look has its part of the 5 %
/// (Bonferroni's bound), so that the intervals of the look at which it stops hold with at least 95 %,
/// whenever that is.
package struct SweepTarget: Sendable, Equatable {
  /// The most looks.
  package static let looks = 6

  /// Half the length of an interval, as a share of the stalls of what the settings are compared with.
  package let share: Double

  /// Reads `±5 %`, `5%` or `+-5 %`.
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
  /// The number of looks that the intervals must hold for together.
  static func looks(of spec: String) -> Int {
    spec.split(separator: "\n").contains { $0.hasPrefix("until:") } ? SweepTarget.looks : 1
  }

  /// Half the length of the longest interval for what a setting saves, as a share of the stalls of
  /// what it is compared with; `nil` where a setting has no interval or nothing is compared.
  package var widestInterval: Double? {
    var widest: Double?
    for device in devices {
      let table = SettingTable(self, over: device.scenes, amid: adviceTables)
      guard let reference = table.reference, reference.mean > 0 else { continue }
      for saving in table.savings.values {
        guard let interval = saving.interval else { return nil }
        let half = (interval.upperBound - interval.lowerBound) / 2
        widest = max(widest ?? 0, half / reference.mean)
      }
    }
    return widest
  }
}
