public import ScrollCore

extension Cache where Policy: ~Copyable {
  /// Replays a stream: look up, and on a miss store.
  ///
  /// A spatial policy sees a viewport one item long around each request, with velocity 0
  /// and the direction of the last change of position.
  @inlinable public mutating func replay(_ stream: RequestStream) {
    replay(stream.images.indices, of: stream, from: 0)
    checkInvariants()
  }

  /// Replays some requests of a part of a stream, the first request of which is at a position of
  /// the whole.
  @inlinable mutating func replay(
    _ requests: Range<Int>, of part: RequestStream, from position: Int
  ) {
    // One loop for streams with sizes and without, or the policy is too large to be put into it.
    let sizes = part.sizes
    for index in requests { serve(index, cost: sizes?[index] ?? 1, part, from: position) }
  }

  @inline(__always) @inlinable
  mutating func serve(_ index: Int, cost: Int, _ part: RequestStream, from position: Int) {
    let image = part.images[index]
    let request = Request(
      image: image, cost: cost, time: SimTime(nanoseconds: Int64(position + index)))
    if Policy.isSpatial { follow(part.items?[index].index ?? image.index, at: request.time) }
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
  var replay = ModelReplay(model)
  replay.serve(stream.images.indices, of: stream, from: 0)
  return replay.tally
}

/// A model, and what it was asked so far.
@usableFromInline struct ModelReplay<Model: CacheModel> {
  @usableFromInline let model: Model
  @usableFromInline var tally = Tally()
  @usableFromInline var lastItem = Int32(-1)
  @usableFromInline var direction = ScrollDirection.forward

  @inlinable init(_ model: Model) { self.model = model }

  /// Replays some requests of a part of a stream, the first request of which is at a position of
  /// the whole.
  @inlinable mutating func serve(
    _ requests: Range<Int>, of part: RequestStream, from position: Int
  ) {
    for index in requests {
      let image = part.images[index]
      let cost = part.sizes?[index] ?? 1
      let request = Request(
        image: image, cost: cost, time: SimTime(nanoseconds: Int64(position + index)))
      let item = part.items?[index].index ?? image.index
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
  }
}
