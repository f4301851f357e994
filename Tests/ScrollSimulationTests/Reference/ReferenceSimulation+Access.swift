import ScrollCore
import ScrollSimulation

/// Uses of cached values that the trace begins and ends, a counter for each.
extension ReferenceSimulation {
  private func accessKey(_ image: Int) -> ImageID? {
    placement.images.firstIndex { Int($0.index) == image }.map { key(of: $0, isLow: false) }
  }

  func accessIndex(_ image: Int) -> Int? {
    accessKey(image).flatMap { key in accessed.lastIndex { $0.key == key } }
  }

  /// YES if it is in use already, or the cache has it with its content.
  func beginAccess(_ image: Int) {
    let known = accessIndex(image).map { accessed[$0].picture }
    guard let key = accessKey(image), let picture = known ?? cached[key] else {
      records.refusedAccesses += 1
      return
    }
    records.accesses += 1
    accessed.append((key, picture))
    isAccessing = true
    updatePins(settles: false)
    settle()
    isAccessing = false
  }

  func endAccess(_ image: Int) {
    guard let index = accessIndex(image) else {
      records.accessErrors += 1
      return
    }
    accessed.remove(at: index)
    updatePins(settles: false)
    settle()
  }
}
