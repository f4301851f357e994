import ScrollCaching
import ScrollCore
import ScrollLayout

/// Methods for loaders that keep several sizes of an image, and may show a bitmap in cells of
/// another size.
extension Simulation {
  /// Requests an item's image in the size of its cell.
  ///
  /// If that bitmap is not in memory, the cell shows a bitmap of another size, if the loader allows
  /// that and one is in memory.
  mutating func requestSize(_ own: KeyIndex, for item: ItemIndex, at time: SimTime) {
    let image = image(of: item)
    guard loader.serves != .exact, !isInMemory(own, of: image, at: time) else {
      return look(up: own, for: item, at: time)
    }
    var isHit = false
    let other = firstOther(than: own) { simulation, key in
      isHit = simulation.isHit(key, of: image, at: time)
      return isHit || simulation.liveObject(key, of: image) != nil
    }
    guard let other else { return look(up: own, for: item, at: time) }
    look(up: other, for: item, isHit: isHit, at: time)
    refine(item, at: time)
  }

  /// Requests the bitmap of a cell's own size while the cell shows one of another size, if the
  /// loader is set to `serves=any`.
  mutating func refine(_ item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    guard loader.serves == .any, screen.states[item] != .hidden,
      screen.cells[cell].awaited == .none, screen.cells[cell].bitmap != .none
    else { return }
    let own = keys.key(of: item)
    guard footprint.bitmaps[screen.cells[cell].bitmap].key != own else { return }
    look(up: own, for: item, at: time)
  }

  /// Returns the key of a bitmap of another size in memory that makes a prefetch superfluous; `nil`
  /// if there is none, or if the requested size is in memory.
  mutating func otherSize(
    than own: KeyIndex, of image: ImageIndex, at time: SimTime
  ) -> KeyIndex? {
    guard !isInMemory(own, of: image, at: time) else { return nil }
    return firstOther(than: own) { $0.isInMemory($1, of: image, at: time) }
  }

  /// Removes the cached bitmaps of the same image in other sizes.
  mutating func removeOtherSizes(than own: KeyIndex, at time: SimTime) {
    for key in keys.allSizes(of: own) where key != own && cache.bitmaps[key] != .none {
      cache.model.remove(key.id, because: .removed)
    }
    followRemovals(at: time)
  }

  /// Removes the visible items that have another size in a new layout; they appear again with new
  /// cells.
  mutating func leaveResized(_ entered: KeySpace, at time: SimTime) {
    leaveTogether(at: time) { simulation in
      for item in ItemsInOrder(simulation.screen.visible.indices, simulation.motion.direction)
      where simulation.screen.states[item] != .hidden
        && entered.key(of: item) != simulation.keys.key(of: item)
      {
        simulation.disappear(item, at: time)
      }
    }
  }

  /// Returns the first key of another size that may serve a key and meets a condition.
  ///
  /// With `serves=any` the largest size comes first. Otherwise it is the smallest size that is
  /// large enough.
  private mutating func firstOther(
    than own: KeyIndex, _ condition: (inout Simulation, KeyIndex) -> Bool
  ) -> KeyIndex? {
    let all = keys.allSizes(of: own)
    if loader.serves == .any {
      for key in all.reversed() where key != own && condition(&self, key) { return key }
    } else {
      for key in own..<all.upperBound
      where key != own && keys.covers(key, own) && condition(&self, key) {
        return key
      }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether the cache has a picture or it can be found on
  /// screen; the policy is not notified.
  private mutating func isInMemory(
    _ key: KeyIndex, of image: ImageIndex, at time: SimTime
  ) -> Bool {
    if loader.cache, loader.timeStamps { expire(key, of: image, at: time) }
    return (loader.cache && cache.bitmaps[key] != .none) || liveObject(key, of: image) != nil
  }

  /// Looks up the bitmap of another size and returns `true` if the cache has it.
  ///
  /// If the policy evicts the bitmap at the look-up, the result is `false`, and the app tries the
  /// next size.
  private mutating func isHit(_ key: KeyIndex, of image: ImageIndex, at time: SimTime) -> Bool {
    guard loader.cache else { return false }
    if loader.timeStamps { expire(key, of: image, at: time) }
    guard cache.bitmaps[key] != .none else { return false }
    let cost = works[keys.picture(of: image, as: key)].cost
    let isHit = cache.model.lookup(Request(image: key.id, cost: cost, time: time))
    drainRemovals(at: time)
    return isHit && cache.bitmaps[key] != .none
  }
}
