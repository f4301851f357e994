import Foundation
import ScrollCore
import ScrollSimCommands
import ScrollSweeps
import ScrollTraces

/// The values to try next for a setting of a policy.
enum SettingSteps {
  /// - Parameters:
  ///   - setting: to be tuned.
  ///   - value: what it is now.
  /// - Returns: others: those that the catalog suggests while it is as it was, then some around
  ///   it; of words all.
  static func values(of setting: Setting, from value: String) -> [String] {
    let values: [String]
    switch setting.domain {
    case .choice, .flag, .expression: values = setting.ladder
    case .number(let range):
      values = around(setting, value, in: range) { number in
        String(format: "%.3g", number)
      }
    case .integer(let range):
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      values = around(setting, value, in: bounds) { number in "\(Int(number.rounded()))" }
    }
    var known: Set<String> = [value]
    return values.filter { known.insert($0).inserted }
  }

  private static func around(
    _ setting: Setting, _ value: String, in range: ClosedRange<Double>, _ text: (Double) -> String
  ) -> [String] {
    guard value != setting.standard, let number = Double(value), number != 0 else {
      return setting.ladder
    }
    return factors.map { number * $0 }.filter { range.contains($0) && abs($0) < 1e15 }.map(text)
  }

  private static let factors = [0.5, 0.7, 0.85, 1.2, 1.4, 2]
}
