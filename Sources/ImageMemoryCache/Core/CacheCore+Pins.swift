public import ScrollCaching
public import ScrollCore

/// Pins, and where things lie.
extension CacheCore where Policy: ~Copyable {
  /// Pins the value of a key once more, whether or not it is in.
  @inlinable mutating func pin(
    _ key: Key, _ digest: UInt64, _ departures: inout Departures<Key, Value>
  ) {
    let id = assignedID(of: key, digest, &departures)
    extras.pins[id, default: 0] += 1
    guard extras.pins[id] == 1 else { return }
    cache.pin(ImageID(id))
    note(.pin(ImageID(id), digest: digest))
  }

  /// Takes one pin back.
  /// - Returns: whether there was one.
  @inlinable mutating func unpin(_ key: Key, _ digest: UInt64) -> Bool {
    guard let id = id(of: key, IDTable.hash(digest)), let count = extras.pins[id] else {
      return false
    }
    extras.pins[id] = count > 1 ? count - 1 : nil
    guard count == 1 else { return true }
    cache.unpin(ImageID(id))
    note(.unpin(ImageID(id), digest: digest))
    return true
  }

  /// The items that show the value of a key lie here from now on.
  @inlinable mutating func place(
    _ key: Key, _ digest: UInt64, at items: [Range<Double>]
  ) {
    extras.places[key] = items.isEmpty ? nil : items
    if let id = id(of: key, IDTable.hash(digest)) { tellPlace(of: id, items) }
  }

  mutating func removeAllPlaces() {
    let places = extras.places
    extras.places = [:]
    for id in entries.indices where places[entries[id].key] != nil { tellPlace(of: id, []) }
  }

  @inlinable mutating func tellPlace(of id: Int, _ items: [Range<Double>]) {
    cache.didPlace(ImageID(id), at: items)
    note(.place(ImageID(id), digest: cache.digest(of: ImageID(id)), items))
  }

  /// The viewport is elsewhere.
  @inlinable mutating func viewportMoved(
    to viewport: Viewport, _ departures: inout Departures<Key, Value>
  ) {
    extras.viewport = viewport
    cache.viewportMoved(to: viewport)
    note(.viewport(viewport))
    collect(&departures)
  }
}
