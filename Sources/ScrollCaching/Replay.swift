public import ScrollCore

extension Cache where Policy: ~Copyable {
  /// Replays a stream: look up, and on a miss store.
  ///
  /// A spatial policy sees a viewport one item long around each request, with velocity 0
  /// and the direction of the last change of position.
  @inlinable public mutating func replay(_ stream: RequestStream) {
    if let sizes = stream.sizes {
      for index in stream.images.indices { serve(index, cost: sizes[index], stream) }
    } else {
      for index in stream.images.indices { serve(index, cost: 1, stream) }
    }
    checkInvariants()
  }

  @inline(__always) @inlinable
  mutating func serve(_ index: Int, cost: Int, _ stream: RequestStream) {
    let image = stream.images[index]
    let request = Request(
      image: image, cost: cost, time: SimTime(nanoseconds: Int64(index)))
    if Policy.isSpatial { follow(stream.items?[index].index ?? image.index, at: request.time) }
    if !lookup(request) { _ = store(request, as: .viewed) }
  }

  @inlinable mutating func follow(_ item: Int32, at time: SimTime) {
    if item != lastItem { lastDirection = item > lastItem ? .forward : .backward }
    lastItem = item
    let position = Double(item)
    viewportMoved(
      to: Viewport(
        lower: position, upper: position + 1, direction: lastDirection, time: time))
  }
}

/// Replays a stream against a model, one dynamic call per verb unless it is specialized.
@inlinable public func replay<Model: CacheModel>(
  _ stream: RequestStream, in model: Model
) -> Tally {
  var tally = Tally()
  var (lastItem, direction) = (Int32(-1), ScrollDirection.forward)
  for (index, image) in stream.images.enumerated() {
    let cost = stream.sizes?[index] ?? 1
    let request = Request(
      image: image, cost: cost, time: SimTime(nanoseconds: Int64(index)))
    let item = stream.items?[index].index ?? image.index
    if item != lastItem { direction = item > lastItem ? .forward : .backward }
    lastItem = item
    model.viewportMoved(
      to: Viewport(
        lower: Double(item), upper: Double(item) + 1, direction: direction, time: request.time))
    tally.requests += 1
    tally.costRequested += Int64(cost)
    guard !model.lookup(request) else { continue }
    tally.misses += 1
    tally.costMissed += Int64(cost)
    if model.store(request, as: .viewed) == .refused { tally.refusals += 1 }
    model.drainRemovals { _ in tally.removals += 1 }
  }
  return tally
}
