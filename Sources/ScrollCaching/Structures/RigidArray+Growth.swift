public import BasicContainers

extension RigidArray {
  /// Grows the array to a count, with copies of a value at its end.
  ///
  /// - Complexity: O(count); O(1) if the array has that count already.
  @usableFromInline mutating func grow(to count: Int, filling value: Element) {
    guard count > self.count else { return }
    reallocate(capacity: count)
    while self.count < count { append(value) }
  }
}
