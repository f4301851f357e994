import ScrollCaching
import ScrollCore
import ScrollDevice

/// What the app uses of its cache besides showing it: NSDiscardableContent, by events of a trace.
///
/// A value is created with one use, which its loader ends once it is stored. What the trace begins
/// to use stays in memory, and in the cache, until it is ended as often: neither the system nor the
/// cache can take it. The value is the one that the cache has under the key of the image, of the
/// first item that shows it where items are keys; after a replacement the old one is in use.
///
/// Beginning answers NO if the cache does not have the value. What had been paged out comes back
/// in the background: the main thread does not wait for it.
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

  /// The process has ended, and every use with it; a step of what frees its memory.
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
  /// The key of an image's full picture, of the first item that shows it; nil if none does.
  fileprivate func firstKey(of image: ImageID, in placement: ItemPlacement) -> KeyIndex? {
    placement.images.firstIndex(of: image).map { key(of: ItemIndex($0)) }
  }
}
