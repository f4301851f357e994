package import ScrollCaching
package import ScrollCore

/// A long run of random operations on ever new images, in two caches around one policy: in one
/// every image has an id of its own, in the other ids are reused.
///
/// The law `reuse` looks at small worlds; this at a hundred times as many images as ids.
package struct ReuseRun {
  private var pair: ReusePair
  private var operations: ReuseOperations

  /// A run.
  /// - Parameters:
  ///   - descriptor: the policy, which reuses ids.
  ///   - settings: its own, complete.
  ///   - weighs: whether costs are bytes; otherwise images are counted.
  ///   - imageCount: how many images there are; when all were new once, the oldest come again.
  ///   - seed: what the operations depend on, and what the policy draws.
  package init(
    of descriptor: PolicyDescriptor, settings: SettingValues, weighs: Bool, imageCount: Int,
    seed: UInt64
  ) {
    let room = max(10, descriptor.smallestUsefulCapacity(settings, countsImages: !weighs))
    operations = ReuseOperations(
      room: room, weighs: weighs, imageCount: imageCount, isSpatial: descriptor.isSpatial,
      seed: seed)
    var setup = PolicySetup(
      imageCount: imageCount, limits: operations.limits(room), settings: settings, seed: seed,
      placement: operations.placement)
    if seed % 2 == 0 { setup.reloadMilliseconds = (0..<imageCount).map { Double($0 % 7 * 5) } }
    pair = ReusePair(of: descriptor, setup)
  }

  /// How many ids there are where they are reused, and how often one was taken over.
  package var idCount: Int { pair.reusing.idCount }
  package var reuses: Int { pair.reusing.reuses }
  /// How many images there were so far.
  package var imagesSeen: Int { operations.imagesSeen }
  /// How many look-ups found their image.
  package private(set) var hits = 0

  /// Goes on for so many operations, or up to the first that has different answers: which it is,
  /// in words.
  package mutating func difference(within count: Int) -> String? {
    for _ in 0..<count {
      for verb in operations.next() {
        let (step, difference) = pair.perform(verb)
        if let difference { return difference }
        guard case .lookUp(let request) = verb, operations.storesOnMiss else { continue }
        if step.hit == true { hits += 1 }
        guard step.hit == false else { continue }
        if let difference = pair.perform(.store(request, .viewed)).difference { return difference }
      }
    }
    return nil
  }
}

extension ReuseRun {
  /// Replays a stream in both caches: the first request whose answer differs, in words.
  /// - Parameters:
  ///   - stream: requests with sizes and items, or without.
  ///   - descriptor: the policy, which reuses ids.
  ///   - settings: its own, complete.
  ///   - limits: of both caches.
  /// - Returns: what is different, or nil, and how often an id was taken over.
  package static func replay(
    _ stream: RequestStream, of descriptor: PolicyDescriptor, settings: SettingValues,
    limits: CacheLimits
  ) -> (difference: String?, reuses: Int) {
    var pair = ReusePair(
      of: descriptor,
      PolicySetup(
        imageCount: stream.imageCount, limits: limits, settings: settings,
        placement: stream.placement, clock: .requests))
    var (last, direction) = (Int32(-1), ScrollDirection.forward)
    for (place, image) in stream.images.enumerated() {
      let request = Request(
        image: image, cost: stream.sizes?[place] ?? 1, time: SimTime(nanoseconds: Int64(place)))
      let item = stream.items?[place].index ?? image.index
      if item != last { direction = item > last ? .forward : .backward }
      last = item
      let viewport = Viewport(
        lower: Double(item), upper: Double(item) + 1, direction: direction, time: request.time)
      if let difference = pair.perform(.viewport(viewport)).difference {
        return (difference, pair.reusing.reuses)
      }
      let (step, difference) = pair.perform(.lookUp(request))
      if let difference { return (difference, pair.reusing.reuses) }
      guard step.hit == false else { continue }
      if let difference = pair.perform(.store(request, .viewed)).difference {
        return (difference, pair.reusing.reuses)
      }
    }
    return (nil, pair.reusing.reuses)
  }
}
