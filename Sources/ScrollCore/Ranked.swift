/// Values in ascending order, for medians and other percentiles.
package struct Ranked<Value: Comparable & Sendable>: Sendable {
  package let values: [Value]

  /// Sorts the values.
  ///
  /// - Complexity: O(n log n).
  package init(_ values: some Sequence<Value>) { self.values = values.sorted() }

  /// Returns the least value that at least `percent` percent of the values do not exceed (the
  /// nearest rank); `nil` without values.
  /// - Precondition: from 0 to 100 percent.
  package func percentile(_ percent: Int) -> Value? {
    precondition(0...100 ~= percent, "\(percent) percent")
    guard !values.isEmpty else { return nil }
    return values[max(0, (percent * values.count + 99) / 100 - 1)]
  }
}
