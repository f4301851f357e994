public import ScrollCore

/// A memory cache as a simulation sees it: residency, limits and reactions.
///
/// `StrictCache` is one around any eviction policy; NSCache and the models of image
/// libraries are final classes of their own. A model is created and used inside one task.
/// It alone counts what it holds, in the costs that it is given.
public protocol CacheModel: AnyObject, SendableMetatype {
  /// Whether models of this type need to know where the viewport is. Default: no.
  ///
  /// Around a policy, the policy's type says so.
  static var isSpatial: Bool { get }
  /// A request: true on a hit. Tells the policy.
  func lookup(_ request: Request) -> Bool
  /// Whether an image is resident; no policy is notified.
  func contains(_ image: ImageID) -> Bool
  /// Offers an image. One that is resident is replaced (reason `replaced`).
  func store(_ request: Request, as admission: Admission) -> StoreOutcome
  /// Takes an image out; nothing happens if it is not resident.
  func remove(_ image: ImageID, because reason: RemovalReason)
  /// Takes everything out, in ascending order of images, where ids are reused of digests.
  func removeAll(because reason: RemovalReason)

  /// Makes an image not evictable, resident or not, until `unpin`.
  func pin(_ image: ImageID)
  func unpin(_ image: ImageID)

  /// Changes the limits. When that takes effect is the model's rule.
  func setLimits(_ limits: CacheLimits)
  /// The system reports its memory state.
  func pressureChanged(to level: PressureLevel, at time: SimTime)
  /// The app went to the background.
  func didEnterBackground(at time: SimTime)
  /// The viewport is elsewhere: once per frame.
  func viewportMoved(to viewport: Viewport)
  /// The items lie elsewhere from now on, as many as before and showing the same images; the
  /// viewport follows with the next frame.
  func placementChanged(to placement: ItemPlacement)
  /// Time has come to this, whether or not anything was asked: models with timers act.
  func timePassed(to time: SimTime)
  /// Whether the model wants to be told of time in every frame; true unless it says otherwise.
  ///
  /// One that acts only when it is asked or told something says false, and frames in which
  /// nothing happens can be passed without it.
  var needsTicks: Bool { get }

  var residentCount: Int { get }
  /// The sum of the residents' costs.
  var totalCost: Int { get }

  /// Removals since the last call, in order; forgets them.
  func drainRemovals(_ body: (Removal) -> Void)
}

extension CacheModel {
  public static var isSpatial: Bool { false }
  public func viewportMoved(to viewport: Viewport) {}
  public func placementChanged(to placement: ItemPlacement) {}
  public func timePassed(to time: SimTime) {}
  public var needsTicks: Bool { true }

  /// Everything resident, in ascending order, in O(images).
  public func residents(among count: Int) -> [ImageID] {
    (0..<count).lazy.map { ImageID($0) }.filter { self.contains($0) }
  }
}
