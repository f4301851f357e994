public import ScrollCaching
public import ScrollCore

/// Ids: which key has which, and where one for a new key comes from.
extension CacheCore where Policy: ~Copyable {
  @inlinable func id(of key: Key, _ hash: UInt32) -> Int? {
    table.find(hash) { entries[$0].key == key }
  }

  @inlinable func hash(of id: Int) -> UInt32 { IDTable.hash(cache.digest(of: ImageID(id))) }

  /// The id of a key, which gets one if it has none.
  @inlinable mutating func assignedID(
    of key: Key, _ digest: UInt64, _ departures: inout Departures<Key, Value>
  ) -> Int {
    let hash = IDTable.hash(digest)
    return id(of: key, hash) ?? assign(key, digest, hash, &departures)
  }

  /// Takes an id for a new key.
  @inline(never) @inlinable mutating func assign(
    _ key: Key, _ digest: UInt64, _ hash: UInt32, _ departures: inout Departures<Key, Value>
  ) -> Int {
    let id = unusedID(&departures)
    if id < entries.count {
      table.remove(id, self.hash(of: id), among: cache)
      departures.append(entries[id].key)
      entries[id].key = key
    } else {
      entries.append(Entry(key: key))
    }
    table.insert(id, hash)
    let image = ImageID(id)
    cache.reassign(image, digest: digest)
    reusable.append(id)
    note(.assigned(image, digest: digest))
    if let items = extras.places[key] { tellPlace(of: id, items) }
    return id
  }

  /// An id that stands for nothing that matters: one that never stood for anything, or the one
  /// that has waited longest and that nothing remembers.
  ///
  /// Where less than an eighth of the ids in the queue turn out to be free, there are made twice
  /// as many; so one is asked about O(1) ids for each that is found, over many.
  @inlinable mutating func unusedID(_ departures: inout Departures<Key, Value>) -> Int {
    if entries.count < cache.imageCount { return entries.count }
    while true {
      if search.left == 0 {
        if search.isScarce { break }
        search = IDSearch(of: reusable.count)
      }
      guard let id = reusable.popFirst() else { break }
      search.left -= 1
      // It comes back when it leaves the cache.
      if cache.contains(ImageID(id)) { continue }
      search.asked += 1
      let object = extras.live?.object(id)
      // It may be ours alone by now, and must not die in here.
      if let object { departures.append(object) }
      if object != nil || cache.isInUse(ImageID(id)) || extras.loads(id) {
        reusable.append(id)
        continue
      }
      search.found += 1
      return id
    }
    search = IDSearch(of: 0)
    grow()
    return entries.count
  }

  /// Makes twice as many ids.
  @inline(never) @inlinable mutating func grow() {
    let count = 2 * cache.imageCount
    precondition(count <= 1 << 30, "more than \(cache.imageCount) keys at once")
    cache.grow(toImageCount: count)
    entries.reserveCapacity(count)
    reusable.grow(to: count)
    extras.grow(to: count)
    var table = IDTable(idCount: count)
    for id in entries.indices { table.insert(id, hash(of: id)) }
    self.table = table
  }
}
