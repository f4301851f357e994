public import ScrollCore

/// A memory cache in a simulation: residency, limits and reactions.
///
/// `StrictCache` is a model around any eviction policy; NSCache and the image libraries have final
/// classes as models. A model is created and used inside one task. The model alone adds up the
/// charges of its residents, from the costs that it receives.
public protocol CacheModel: AnyObject, SendableMetatype {
  /// A Boolean value that indicates whether models of this type need the viewport.
  ///
  /// The default is `false`. A model around a policy takes the value of the policy's type.
  static var isSpatial: Bool { get }
  /// Looks an image up, notifies the policy, and returns true on a hit.
  func lookup(_ request: Request) -> Bool
  /// Returns whether an image is resident, without notifying the policy.
  func contains(_ image: ImageID) -> Bool
  /// Offers an image; a resident is replaced (reason `replaced`).
  func store(_ request: Request, as admission: Admission) -> StoreOutcome
  /// Removes an image, if it is resident.
  func remove(_ image: ImageID, because reason: RemovalReason)
  /// Removes everything, in ascending order of images, or of digests if ids are reused.
  func removeAll(because reason: RemovalReason)

  /// Protects an image from eviction, resident or not, until `unpin`.
  func pin(_ image: ImageID)
  func unpin(_ image: ImageID)

  /// Changes the limits; the model decides when they take effect.
  func setLimits(_ limits: CacheLimits)
  /// Handles a change of the system's memory state.
  func pressureChanged(to level: PressureLevel, at time: SimTime)
  /// Handles the app's move to the background.
  func didEnterBackground(at time: SimTime)
  /// Records the viewport, once per frame.
  func viewportMoved(to viewport: Viewport)
  /// Records a new layout of the items.
  ///
  /// There are as many items as before and they show the same images. The viewport follows with the
  /// next frame.
  func placementChanged(to placement: ItemPlacement)
  /// Advances the time, with or without requests, for models with timers.
  func timePassed(to time: SimTime)
  /// A Boolean value that indicates whether the model needs the time in every frame; `true` by
  /// default.
  ///
  /// A model that acts only on calls returns `false`, so frames without events can skip it.
  var needsTicks: Bool { get }

  var residentCount: Int { get }
  /// The sum of the residents' costs.
  var totalCost: Int { get }

  /// Hands over the removals since the last call, in order, and forgets them.
  func drainRemovals(_ body: (Removal) -> Void)
}

extension CacheModel {
  public static var isSpatial: Bool { false }
  public func viewportMoved(to viewport: Viewport) {}
  public func placementChanged(to placement: ItemPlacement) {}
  public func timePassed(to time: SimTime) {}
  public var needsTicks: Bool { true }

  /// Returns all residents in ascending order.
  ///
  /// - Complexity: O(images).
  public func residents(among count: Int) -> [ImageID] {
    (0..<count).lazy.map { ImageID($0) }.filter { self.contains($0) }
  }
}
