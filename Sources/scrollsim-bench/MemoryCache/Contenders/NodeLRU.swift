import Foundation

/// LRU as image libraries write it.
///
/// Its nodes are linked objects, in a dictionary behind an NSLock. The state is used only within
/// the lock.
final class NodeLRU<Key: Hashable & Sendable>: Contender, @unchecked Sendable {
  private final class Node {
    let key: Key
    var payload: Payload
    unowned(unsafe) var newer: Node?
    unowned(unsafe) var older: Node?

    init(_ key: Key, _ payload: Payload) { (self.key, self.payload) = (key, payload) }
  }

  private let lock = NSLock()
  private let countLimit: Int
  /// The nodes by key, which this dictionary owns; all other references are links.
  private var nodes: [Key: Node] = [:]
  private unowned(unsafe) var oldest: Node?
  private unowned(unsafe) var newest: Node?

  init(countLimit: Int) { self.countLimit = countLimit }

  func value(of key: Key) -> Payload? {
    lock.lock()
    defer { lock.unlock() }
    guard let node = nodes[key] else { return nil }
    if node !== newest {
      unlink(node)
      append(node)
    }
    return node.payload
  }

  func set(_ payload: Payload, for key: Key) {
    lock.lock()
    defer { lock.unlock() }
    if let node = nodes[key] {
      node.payload = payload
      unlink(node)
      append(node)
      return
    }
    let node = Node(key, payload)
    nodes[key] = node
    append(node)
    while nodes.count > countLimit, let victim = oldest {
      unlink(victim)
      nodes[victim.key] = nil
    }
  }

  private func append(_ node: Node) {
    node.older = newest
    node.newer = nil
    if let newest { newest.newer = node } else { oldest = node }
    newest = node
  }

  private func unlink(_ node: Node) {
    if let older = node.older { older.newer = node.newer } else { oldest = node.newer }
    if let newer = node.newer { newer.older = node.older } else { newest = node.older }
    node.older = nil
    node.newer = nil
  }
}
