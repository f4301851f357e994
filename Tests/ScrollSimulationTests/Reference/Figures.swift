import ScrollCore
import ScrollSimulation

/// The figures of a run by name, as numbers that can be compared.
struct Figures {
  private(set) var values: [(name: String, value: Double)] = []

  mutating func add(_ name: String, _ value: Double) { values.append((name, value)) }
  mutating func add(_ name: String, _ value: Int) { add(name, Double(value)) }
  mutating func add(_ name: String, _ value: SimTime) { add(name, Double(value.nanoseconds)) }
  /// Nil is never.
  mutating func add(_ name: String, _ value: SimTime?) {
    add(name, value.map { Double($0.nanoseconds) } ?? .infinity)
  }

  subscript(_ name: String) -> Double? { values.first { $0.name == name }?.value }

  /// The names and values that differ by more than 1e-9 of the larger, and by more than 1e-15: a
  /// difference of sums may leave as much of nothing.
  func differences(from other: Figures) -> [String] {
    guard values.map(\.name) == other.values.map(\.name) else {
      return ["other figures: \(values.map(\.name)) and \(other.values.map(\.name))"]
    }
    return zip(values, other.values).compactMap { left, right in
      if left.value == right.value { return nil }
      let size = max(abs(left.value), abs(right.value))
      if abs(left.value - right.value) <= max(1e-15, 1e-9 * size) { return nil }
      return "\(left.name): \(left.value) and \(right.value)"
    }
  }
}
