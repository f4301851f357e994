import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Methods that offer images to the memory cache and handle the images that it removes.
extension Simulation {
  /// Offers a bitmap to the cache; if the cache accepts the bitmap, it holds it from then on.
  ///
  /// - Parameters:
  ///   - key: the key of the image.
  ///   - bitmap: its bitmap, or file.
  ///   - admission: `viewed` if a visible item wants the image, `prefetched` otherwise.
  ///   - unseen: the bytes that a prefetch fetched for the image, if no visible item wants it yet;
  ///     otherwise 0.
  ///   - time: the present time.
  mutating func store(
    _ key: KeyIndex, bitmap: BitmapIndex, as admission: Admission, unseen: Int = 0,
    at time: SimTime
  ) {
    changeMemory(at: time) {
      if $0.loader.replacesSizes, $0.keys.haveSizes { $0.removeOtherSizes(than: key, at: time) }
      $0.offer(key, bitmap: bitmap, as: admission, unseen: unseen, at: time)
    }
  }

  private mutating func offer(
    _ key: KeyIndex, bitmap: BitmapIndex, as admission: Admission, unseen: Int, at time: SimTime
  ) {
    let (work, image) = (works[footprint.bitmaps[bitmap].picture], key.id)
    cache.didOffer(work.cached)
    cache.didFetchUnseen(unseen)
    let outcome = cache.model.store(
      Request(image: image, cost: work.cost, time: time), as: admission)
    // For this image, the first removal concerns its old value, the next one its new value.
    var newcomer: BitmapIndex = outcome == .stored ? bitmap : .none
    note(
      time,
      .stored(
        key: key.number, isTaken: newcomer != .none, isPrefetched: admission == .prefetched,
        bytes: work.cached))
    cache.model.drainRemovals { removal in
      if removal.image == image, cache.bitmaps[key] == .none, !cache.holdsNull(key) {
        newcomer = .none
        cache.didNotKeep(
          key, removal, as: admission, bytes: work.cached, traveled: session.traveled)
        note(time, .removed(key: key.number, reason: removal.reason, bytes: work.cached))
      } else {
        didRemove(removal, at: time)
      }
    }
    if outcome == .refused { cache.didRefuse(key, as: admission, bytes: work.cached) }
    if newcomer != .none {
      footprint.bitmaps.retainIdly(newcomer)
      footprint.bitmaps.setCachedKey(key, of: newcomer)
      cache.didStore(
        key, newcomer, as: admission, bytes: work.cached, unseen: unseen, at: screenTime(time))
    }
  }

  /// Stores an NSNull for an image that is about to be loaded.
  ///
  /// An NSNull has the cost 0 and takes no memory.
  mutating func storeNull(_ key: KeyIndex, as admission: Admission, at time: SimTime) {
    changeMemory(at: time) { simulation in
      let outcome = simulation.cache.model.store(
        Request(image: key.id, cost: 0, time: time), as: admission)
      var isResident = outcome == .stored
      simulation.cache.model.drainRemovals { removal in
        // The first removal concerns an older NSNull, the next one the new NSNull.
        if removal.image == key.id, simulation.cache.bitmaps[key] == .none,
          !simulation.cache.holdsNull(key)
        {
          isResident = false
          simulation.cache.didRemoveNull(removal)
        } else {
          simulation.didRemove(removal, at: time)
        }
      }
      if isResident { simulation.cache.didStoreNull(key) }
    }
  }

  /// Releases the bitmaps that the cache has removed, and applies the memory rules.
  mutating func drainRemovals(at time: SimTime) {
    changeMemory(at: time) { $0.followRemovals(at: time) }
  }

  /// Releases the bitmaps that the cache has removed; the caller applies the memory rules
  /// afterwards.
  mutating func followRemovals(at time: SimTime) {
    cache.model.drainRemovals { didRemove($0, at: time) }
  }

  private mutating func didRemove(_ removal: Removal, at time: SimTime) {
    let bitmap = cache.bitmaps[KeyIndex(removal.image)]
    if bitmap == .none, cache.holdsNull(KeyIndex(removal.image)) {
      return cache.didRemoveNull(removal)
    }
    precondition(bitmap != .none, "\(removal.image) was removed but not resident")
    let bytes = works[footprint.bitmaps[bitmap].picture].cached
    cache.didRemove(removal, bytes: bytes, traveled: session.traveled, at: screenTime(time))
    note(time, .removed(key: removal.image.index, reason: removal.reason, bytes: bytes))
    footprint.bitmaps.setCachedKey(.none, of: bitmap)
    footprint.releaseIdly(bitmap)
  }
}

/// Uses of cached values that a trace states as events (`NSDiscardableContent`), besides their
/// display in cells.
///
/// A value is created with one use, which its loader ends once the value is stored. While a use is
/// open, neither the system nor the cache can remove the value. An event names an image; the value
/// is the one that the cache has under the image's key. If items are keys, it is the key of the
/// first item that shows the image. If the cache replaces a value in use, the old value remains in
/// use.
///
/// Beginning a use returns NO if the cache does not have the value. If the value was paged out, the
/// system pages it in in the background, and the main thread does not wait.
extension Simulation {
  mutating func beginAccess(to image: ImageID, at time: SimTime) {
    guard let key = keys.firstKey(of: image, in: scenario.placement) else {
      return cache.contentAccesses.refuse()
    }
    if cache.contentAccesses.isOpen(key) { return cache.contentAccesses.begin(key, to: .none) }
    let bitmap = loader.cache ? cache.bitmaps[key] : .none
    guard bitmap != .none else { return cache.contentAccesses.refuse() }
    cache.contentAccesses.begin(key, to: bitmap)
    changeMemory(at: time) {
      let pagedOut = $0.footprint.bitmaps.retain(bitmap)
      if pagedOut > 0 { $0.footprint.didPageIn(ByteCount(pagedOut)) }
      if $0.screen.pictures.display(key) { $0.cache.model.pin(key.id) }
    }
  }

  mutating func endAccess(to image: ImageID, at time: SimTime) {
    guard let key = keys.firstKey(of: image, in: scenario.placement),
      cache.contentAccesses.isOpen(key)
    else {
      return cache.contentAccesses.misuse()
    }
    let bitmap = cache.contentAccesses.end(key)
    guard bitmap != .none else { return }
    changeMemory(at: time) { $0.letGo(bitmap, of: key, at: time) }
  }

  mutating func useContent(of image: ImageID) {
    guard let key = keys.firstKey(of: image, in: scenario.placement),
      cache.contentAccesses.isOpen(key)
    else {
      return cache.contentAccesses.misuse()
    }
  }

  /// Ends every use, because the process has ended; the caller applies the memory rules afterwards.
  mutating func endAllAccesses(at time: SimTime) {
    for access in cache.contentAccesses.takeAll() {
      letGo(access.bitmap, of: access.key, at: time)
    }
  }

  private mutating func letGo(_ bitmap: BitmapIndex, of key: KeyIndex, at time: SimTime) {
    footprint.release(bitmap)
    guard screen.pictures.stopDisplaying(key) else { return }
    cache.model.unpin(key.id)
    followRemovals(at: time)
  }
}

extension KeySpace {
  /// Returns the key of an image's full picture, for the first item that shows it; `nil` if none
  /// does.
  fileprivate func firstKey(of image: ImageID, in placement: ItemPlacement) -> KeyIndex? {
    placement.images.firstIndex(of: image).map { key(of: ItemIndex($0)) }
  }
}
