import BasicContainers
public import ScrollCore

extension LRUKPolicy {
  public func remembers(_ image: ImageID) -> Bool { ghosts.queue(of: image) != nil }

  public mutating func grow(toImageCount count: Int) {
    heap.grow(toImageCount: count)
    ghosts.grow(toImageCount: count)
    records.grow(to: count * (k + 2), filling: Self.never)
    unseen.grow(toImageCount: count)
  }
}
