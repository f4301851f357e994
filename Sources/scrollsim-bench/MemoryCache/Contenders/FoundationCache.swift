import Foundation

/// Foundation's NSCache, with the key objects that it needs.
///
/// NSCache is documented to be safe from several threads.
final class FoundationCache<Key: ObjectKey>: Contender, @unchecked Sendable {
  private let cache = NSCache<Key.Object, Payload>()

  init(countLimit: Int) { cache.countLimit = countLimit }

  func value(of key: Key) -> Payload? { cache.object(forKey: key.object) }

  func set(_ payload: Payload, for key: Key) { cache.setObject(payload, forKey: key.object) }
}

/// A key with a Foundation object.
protocol ObjectKey: Hashable, Sendable {
  associatedtype Object: NSObject

  var object: Object { get }
}

extension Int: ObjectKey {
  var object: NSNumber { NSNumber(value: self) }
}

extension String: ObjectKey {
  var object: NSString { NSString(string: self) }
}
