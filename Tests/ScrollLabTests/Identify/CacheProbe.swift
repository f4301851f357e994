import Foundation

/// Does what `scrollsim-lab identify --next` proposes to a cache, and answers with a log for `identify`.
///
/// `CacheProbe(NSCache<NSString, CacheProbe.Value>()).answers(to: log)`; for another cache set the
/// four closures, and call `left` for every value that it says has left.
final class CacheProbe: NSObject, NSCacheDelegate {
  final class Value: NSObject {
    let key: String, number: Int
    init(key: String, number: Int) { (self.key, self.number) = (key, number) }
  }
  var set: (Value, _ cost: Int) -> Void = { _, _ in }
  var get: (_ key: String) -> Bool = { _ in false }
  var remove: (_ key: String) -> Void = { _ in }
  var limit: (_ count: Int, _ cost: Int) -> Void = { _, _ in }
  private var count = 0, cost = 0, number = 0
  /// The number of the value that was stored last for each key.
  private var current: [String: Int] = [:]
  private var evicted: [String] = []
  convenience init(_ cache: NSCache<NSString, Value>) {
    self.init()
    cache.delegate = self
    set = { cache.setObject($0, forKey: NSString(string: $0.key), cost: $1) }
    get = { cache.object(forKey: NSString(string: $0)) != nil }
    remove = { cache.removeObject(forKey: NSString(string: $0)) }
    limit = { (cache.countLimit, cache.totalCostLimit) = ($0, $1) }
  }
  func cache(_ cache: NSCache<AnyObject, AnyObject>, willEvictObject object: Any) {
    if let value = object as? Value { left(value) }
  }
  /// A value has left; one that was replaced or removed is not said to be evicted.
  func left(_ value: Value) { if current[value.key] == value.number { evicted.append(value.key) } }

  func answers(to log: String) -> String {
    log.split(separator: "\n").flatMap { answers(line: String($0)) }.joined(separator: "\n")
  }
  private func answers(line: String) -> [String] {
    let read = try? JSONSerialization.jsonObject(with: Data(line.utf8))
    guard var fields = read as? [String: Any] else { return [] }
    let key = fields["key"] as? String ?? ""
    (number, evicted) = (number + 1, [])
    switch fields["op"] as? String {
    case nil, "limits":
      (count, cost) = (fields["count"] as? Int ?? count, fields["cost"] as? Int ?? cost)
      limit(count, cost)
    case "set":
      current[key] = number
      set(Value(key: key, number: number), fields["cost"] as? Int ?? 1)
    case "get": fields["hit"] = get(key)
    case "remove":
      current[key] = nil
      remove(key)
    case "wait": Thread.sleep(forTimeInterval: Double(fields["ms"] as? Int ?? 0) / 1000)
    default: return []
    }
    let lines = [fields] + evicted.map { ["op": "evicted", "key": $0] }
    return lines.map { (try? JSONSerialization.data(withJSONObject: $0)) ?? Data() }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
