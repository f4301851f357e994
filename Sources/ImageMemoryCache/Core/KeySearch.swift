public import ScrollCaching

/// The key of a call with its hashes, computed once outside of the lock.
@usableFromInline struct Probe<Key: Hashable & Sendable>: Sendable {
  @usableFromInline let key: Key
  /// The digest that the policy and logs use.
  @usableFromInline let digest: UInt64
  /// The hash by which the table finds the key; it equals the digest unless the app computes
  /// digests itself.
  @usableFromInline let hash: UInt64

  @inlinable init(_ key: Key, digest: UInt64, hash: UInt64) {
    self.key = key
    self.digest = digest
    self.hash = hash
  }
}

/// A search for a key whose `==` is code of the app, which must not run inside the lock.
///
/// Inside the lock, the keys with the same hash are copied: usually one, and seldom a different
/// key. They are compared outside of the lock. Back inside, an id that matched is accepted if it
/// was not given to another key in between; keys that were added in between are compared, too. So
/// the lock is held for at most `batch` copies, however many keys share one hash.
@usableFromInline struct KeySearch<Key: Hashable & Sendable>: Sendable {
  /// A key to compare, its id, and the stamp that the id got with the key.
  @usableFromInline struct Candidate: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let id: Int
    @usableFromInline let stamp: UInt64

    @inlinable init(key: Key, id: Int, stamp: UInt64) {
      self.key = key
      self.id = id
      self.stamp = stamp
    }
  }

  /// The number of keys in a batch.
  @usableFromInline static var batch: Int { 64 }

  /// The keys to compare, usually one.
  @usableFromInline var first: Candidate?
  @usableFromInline var others: [Candidate] = []
  /// The id of the key that matched, and the id's stamp at that time.
  @usableFromInline var match: (id: Int, stamp: UInt64)?
  /// The latest stamp whose key was compared; no key with this stamp or an earlier one matches.
  @usableFromInline var compared = UInt64(0)

  @inlinable init() {}

  @inlinable mutating func append(_ candidate: Candidate) {
    if first == nil { first = candidate } else { others.append(candidate) }
  }

  /// Compares the copied keys, outside of the lock.
  @inlinable mutating func compare(with key: Key) {
    guard let first else { return }
    compare(first, with: key)
    for candidate in others where match == nil { compare(candidate, with: key) }
    self.first = nil
    others = []
  }

  @inlinable mutating func compare(_ candidate: Candidate, with key: Key) {
    compared = candidate.stamp
    if candidate.key == key { match = (candidate.id, candidate.stamp) }
  }
}

/// The result of a search inside the lock.
@usableFromInline enum KeyFinding: Sendable {
  case id(Int)
  case absent
  /// Keys were copied that must be compared.
  case unsettled
}

/// The types whose `==` may run inside the lock.
@usableFromInline enum KnownKeys {
  /// Returns whether the standard library or Foundation implements `==` of a type.
  @usableFromInline static func contain(_ type: Any.Type) -> Bool {
    own.contains(ObjectIdentifier(type)) || foundation.contains(String(reflecting: type))
  }

  private static let own: Set<ObjectIdentifier> = [
    ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self), ObjectIdentifier(Int16.self),
    ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self), ObjectIdentifier(UInt.self),
    ObjectIdentifier(UInt8.self), ObjectIdentifier(UInt16.self), ObjectIdentifier(UInt32.self),
    ObjectIdentifier(UInt64.self), ObjectIdentifier(Double.self), ObjectIdentifier(Float.self),
    ObjectIdentifier(Bool.self), ObjectIdentifier(String.self), ObjectIdentifier(Substring.self),
    ObjectIdentifier(Character.self), ObjectIdentifier(ObjectIdentifier.self),
  ]

  /// The types of Foundation by name, because this module does not import Foundation.
  private static let foundation: Set<String> = Set(
    ["Foundation", "FoundationEssentials"].flatMap { module in
      ["URL", "UUID", "IndexPath", "Data", "Date"].map { "\(module).\($0)" }
    })
}

/// Finding keys, and maintaining the table of ids.
extension CacheCore where Policy: ~Copyable {
  /// Returns the id of a key that may be compared inside the lock.
  @inline(__always) @inlinable func id(of probe: Probe<Key>) -> Int? {
    table.find(IDTable.hash(probe.hash)) { entries[$0].key == probe.key }
  }

  /// Returns the id of a key that is compared outside of the lock, or copies the keys to compare.
  @inlinable func find(_ probe: Probe<Key>, _ search: inout KeySearch<Key>) -> KeyFinding {
    if let match = search.match {
      if stamps[match.id] == match.stamp { return .id(match.id) }
      search.match = nil
    }
    guard let id = table.find(IDTable.hash(probe.hash), where: { hash(of: $0) == probe.hash })
    else { return .absent }
    guard !twins.isEmpty, let ids = twins[probe.hash] else {
      guard stamps[id] > search.compared else { return .absent }
      search.append(KeySearch.Candidate(key: entries[id].key, id: id, stamp: stamps[id]))
      return .unsettled
    }
    return findTwin(ids, &search)
  }

  /// Copies the next keys of many with one hash, in the order of their stamps.
  @inline(never) @inlinable func findTwin(
    _ ids: [Int32], _ search: inout KeySearch<Key>
  ) -> KeyFinding {
    var (start, end) = (0, ids.count)
    while start < end {
      let middle = (start + end) / 2
      if stamps[Int(ids[middle])] > search.compared { end = middle } else { start = middle + 1 }
    }
    guard start < ids.count else { return .absent }
    for id in ids[start...].prefix(KeySearch<Key>.batch).map({ Int($0) }) {
      search.append(KeySearch.Candidate(key: entries[id].key, id: id, stamp: stamps[id]))
    }
    return .unsettled
  }

  /// Returns the hash of an id's key.
  @inline(__always) @inlinable func hash(of id: Int) -> UInt64 {
    hashes.isEmpty ? cache.digest(of: ImageID(id)) : hashes[id]
  }

  /// Adds an id that has just been given to a key to the table.
  ///
  /// If keys are compared outside of the lock, the table has one id for each hash, and the other
  /// ids of that hash are twins. So a hash that many keys share slows down neither other keys nor
  /// the growth of the table.
  @inline(__always) @inlinable mutating func enter(_ id: Int, _ hash: UInt64) {
    if comparesOutside { enterApart(id, hash) } else { table.insert(id, IDTable.hash(hash)) }
  }

  @inline(never) @inlinable mutating func enterApart(_ id: Int, _ hash: UInt64) {
    assignmentCount += 1
    stamps[id] = assignmentCount
    guard let other = table.find(IDTable.hash(hash), where: { self.hash(of: $0) == hash }) else {
      return table.insert(id, IDTable.hash(hash))
    }
    twins[hash, default: [Int32(other)]].append(Int32(id))
  }

  /// Removes the key of an id from the table.
  ///
  /// - Complexity: O(1) expected; of twins, the ids behind it move up.
  @inline(__always) @inlinable mutating func leave(_ id: Int) {
    if comparesOutside { return leaveApart(id) }
    table.remove(id, IDTable.hash(hash(of: id)), hashes, among: cache)
  }

  @inline(never) @inlinable mutating func leaveApart(_ id: Int) {
    let hash = hash(of: id)
    guard !twins.isEmpty, var ids = twins.removeValue(forKey: hash),
      let place = ids.firstIndex(of: Int32(id))
    else {
      return table.remove(id, IDTable.hash(hash), hashes, among: cache)
    }
    ids.remove(at: place)
    if place == 0 { table.replace(id, IDTable.hash(hash), by: Int(ids[0])) }
    if ids.count > 1 { twins[hash] = ids }
  }

  /// Replaces the table by one with twice as many slots and the same ids.
  @inlinable mutating func growTable(to count: Int) {
    var table = IDTable(idCount: count)
    for id in entries.indices {
      let hash = hash(of: id)
      if !twins.isEmpty, let ids = twins[hash], ids[0] != Int32(id) { continue }
      table.insert(id, IDTable.hash(hash))
    }
    self.table = table
  }
}
