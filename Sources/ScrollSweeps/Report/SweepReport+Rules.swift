import ScrollCore
import ScrollPages

// Budgets as they were asked for: a share of memory is one budget, whatever it comes to.

extension SweepReport {
  /// The rules that come to a budget on a device, in the order of their texts.
  func rules(of bytes: Int?, on device: String) -> [String] {
    guard let bytes else { return [] }
    return rules.filter { $0.device.name == device && $0.bytes == bytes }.map(\.rule).sorted()
  }

  /// What was asked for where a scene has a budget: rules, and the size itself if it was swept.
  func budgetLabels(at place: Place) -> [String] {
    let bytes = budgets[place.budget]
    let found = rules(of: bytes, on: scenes[place.scene].device.name)
    let isPlain = found.isEmpty || plainSizes.contains(bytes)
    return found + (isPlain ? [Self.text(ofBytes: bytes)] : [])
  }

  /// The budgets that no rule explains on some device: they were asked for in bytes.
  private var plainSizes: Set<Int?> {
    guard !rules.isEmpty else { return Set(budgets) }
    var found: Set<Int?> = []
    for (place, _) in places() {
      let bytes = budgets[place.budget]
      if rules(of: bytes, on: scenes[place.scene].device.name).isEmpty { found.insert(bytes) }
    }
    return found
  }

  /// All sizes and rules that were asked for, the smallest first.
  package var sizeTexts: [String] {
    budgetTexts.filter { $0 != Self.text(ofBytes: Self.unlimited) }
  }

  /// The same with no limit last, if something has none.
  var budgetTexts: [String] { budgetLabels.filter { $0 != Self.noCache } }

  /// The same with no cache first, if something has none.
  var budgetLabels: [String] {
    var sizes: [String: Int] = [:]
    for (place, _) in places() {
      let bytes = budgets[place.budget] ?? -1
      for label in budgetLabels(at: place) { sizes[label] = min(sizes[label] ?? .max, bytes) }
    }
    return sizes.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// `64MiB`, `284.7 MiB`, `no limit`, `no cache`.
  static func text(ofBytes bytes: Int?) -> String {
    guard let bytes else { return noCache }
    return bytes == unlimited ? "no limit" : NumberText.limit(ByteCount(bytes))
  }
}
