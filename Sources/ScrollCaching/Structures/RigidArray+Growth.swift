public import BasicContainers

extension RigidArray {
  /// Makes it as long as asked for, with copies of a value behind what is there.
  ///
  /// - Complexity: O(count); nothing where it is that long already.
  @usableFromInline mutating func grow(to count: Int, filling value: Element) {
    guard count > self.count else { return }
    reallocate(capacity: count)
    while self.count < count { append(value) }
  }
}
