import BasicContainers
public import ScrollCore

extension CAMPPolicy {
  public mutating func grow(toImageCount count: Int) {
    let first = entries.count
    queues.move(toImageCount: count, queues: count)
    entries.grow(to: count, filling: Entry())
    ratios.grow(to: count, filling: 0)
    freeQueues.reserveCapacity(count)
    for queue in (first..<count).reversed() { freeQueues.append(Int32(queue)) }
    table.grow(to: count)
    heads.grow(toImageCount: count)
    costs.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    costs.didMeasure(image, decode: decode, reload: reload)
  }
}
