package import ScrollCaching
package import ScrollCore

/// A cache with few ids for many images.
///
/// It assigns ids to images as an app's cache assigns ids to its keys.
///
/// Callers use the number of an image, which is also the digest of its key. In the inner cache an
/// image has an id only while the id is in use. After that the id may be assigned to another image.
/// Free ids are chosen at random, because the choice must not affect the results. If no id is free,
/// the number of ids doubles. The positions and load time of an image are reported together with
/// the image, not beforehand.
package final class ReusingCache: CacheModel {
  private let cache: any ReusableCache
  private var idOf: [ImageID: ImageID] = [:]
  /// The image that has each id; `nil` for ids that were never assigned.
  private var imageOf: [ImageID?]
  private var random = SeededRandom(seed: 5)
  private var placement: ItemPlacement
  private let reloads: [Double]
  /// The number of reassigned ids.
  private(set) var reuses = 0

  /// Creates a cache whose inner cache has one id at first.
  /// - Parameters:
  ///   - setup: The set-up of the cache with an id for every image.
  ///   - make: Creates the inner cache from its own set-up.
  package init(_ setup: PolicySetup, _ make: (PolicySetup) -> any ReusableCache) {
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    reloads = setup.reloadMilliseconds
    var few = setup
    few.imageCount = 1
    few.placement = .unknown(extent: placement.extent, imageCount: 1)
    few.reloadMilliseconds = []
    cache = make(few)
    imageOf = [nil]
  }

  /// The number of ids.
  var idCount: Int { imageOf.count }
  /// The inner policy's violation of its contract; `nil` if there is none so far.
  var fault: Fault? { (cache as? AuditedCache)?.fault }

  package func lookup(_ request: Request) -> Bool { cache.lookup(inner(request)) }

  package func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    cache.store(inner(request), as: admission)
  }

  package func contains(_ image: ImageID) -> Bool {
    idOf[image].map { cache.contains($0) } ?? false
  }

  package func remove(_ image: ImageID, because reason: RemovalReason) {
    if let id = idOf[image] { cache.remove(id, because: reason) }
  }

  package func removeAll(because reason: RemovalReason) { cache.removeAll(because: reason) }
  package func pin(_ image: ImageID) { cache.pin(id(of: image)) }
  package func unpin(_ image: ImageID) { if let id = idOf[image] { cache.unpin(id) } }
  package func setLimits(_ limits: CacheLimits) { cache.setLimits(limits) }
  package func pressureChanged(to level: PressureLevel, at time: SimTime) {
    cache.pressureChanged(to: level, at: time)
  }
  package func didEnterBackground(at time: SimTime) { cache.didEnterBackground(at: time) }
  package func viewportMoved(to viewport: Viewport) { cache.viewportMoved(to: viewport) }

  package func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    cache.placementChanged(to: .unknown(extent: placement.extent, imageCount: idCount))
    for (id, image) in imageOf.enumerated() {
      if let image { place(image, ImageID(id)) }
    }
  }

  package var needsTicks: Bool { cache.needsTicks }
  package var residentCount: Int { cache.residentCount }
  package var totalCost: Int { cache.totalCost }

  package func drainRemovals(_ body: (Removal) -> Void) {
    cache.drainRemovals { removal in
      var removal = removal
      removal.image = imageOf[Int(removal.image.index)] ?? removal.image
      body(removal)
    }
  }
}

extension ReusingCache {
  private func inner(_ request: Request) -> Request {
    var inner = request
    inner.image = id(of: request.image)
    if !reloads.isEmpty {
      cache.didMeasure(inner.image, decode: 1, reload: reloads[Int(request.image.index)])
    }
    return inner
  }

  private func id(of image: ImageID) -> ImageID {
    if let id = idOf[image] { return id }
    let id = freeID()
    if let former = imageOf[Int(id.index)] {
      idOf[former] = nil
      reuses += 1
    }
    (imageOf[Int(id.index)], idOf[image]) = (image, id)
    cache.reassign(id, digest: UInt64(image.index))
    place(image, id)
    return id
  }

  /// Returns the first free id from a random one on, or a new one if none is free.
  private func freeID() -> ImageID {
    let start = random.below(idCount)
    for step in 0..<idCount {
      let id = ImageID((start + step) % idCount)
      if !cache.isInUse(id) { return id }
    }
    let old = idCount
    imageOf += Array(repeating: nil, count: old)
    cache.grow(toImageCount: 2 * old)
    return ImageID(old + random.below(old))
  }

  private func place(_ image: ImageID, _ id: ImageID) {
    cache.didPlace(
      id,
      at: placement.items(showing: image).map {
        placement.starts[Int($0.index)]..<placement.ends[Int($0.index)]
      })
  }
}
