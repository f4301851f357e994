public import BasicContainers
public import ScrollCore

/// The images that must not be evicted, which are those on screen if a run pins them.
public struct PinSet: ~Copyable {
  @usableFromInline var pinned: RigidArray<Bool>
  @usableFromInline var pinnedCount = 0

  /// Creates an empty set.
  /// - Parameter count: The number of images.
  @inlinable public init(count: Int) {
    pinned = RigidArray(repeating: false, count: count)
  }

  @inlinable public var isEmpty: Bool { pinnedCount == 0 }
  /// The number of pinned images, resident or not.
  @inlinable public var count: Int { pinnedCount }

  @inlinable public func contains(_ image: ImageID) -> Bool {
    pinnedCount > 0 && pinned[Int(image.index)]
  }

  @inlinable public mutating func insert(_ image: ImageID) {
    if !pinned[Int(image.index)] { pinnedCount += 1 }
    pinned[Int(image.index)] = true
  }

  /// Grows the set to `count` images; the number of images never decreases.
  public mutating func grow(toImageCount count: Int) { pinned.grow(to: count, filling: false) }

  @inlinable public mutating func remove(_ image: ImageID) {
    if pinned[Int(image.index)] { pinnedCount -= 1 }
    pinned[Int(image.index)] = false
  }
}
