import ImageMemoryCache
import ScrollCaching
import ScrollCore

/// A cache whose memory is read before and after its arrays grow.
struct GrowthWatch {
  /// Bytes for each key in use just before the last growth, and just after.
  private(set) var fullest = 0.0, grown = 0.0
  /// Keys that are remembered for each that is resident, just before it.
  private(set) var remembered = 0.0

  /// Fills a cache with keys, most of them new, until it has long stopped growing.
  static func watch(
    _ policy: String, room: Int, findsLiveObjects: Bool
  ) throws -> GrowthWatch {
    let payload = payloadBytes()
    let before = AllocatedMemory.bytes
    var options = CacheOptions<Int, Payload>()
    options.tellsPlaces = true
    options.findsLiveObjects = findsLiveObjects
    let cache = try ImageMemoryCache<Int, Payload>(
      policy: CachePolicy(policy), costLimit: .none, countLimit: room, cost: { _ in 1 },
      options: options)
    var watch = GrowthWatch()
    var random = SeededRandom(seed: 1)
    var (bytes, idCount) = (0, cache.statistics.idCount)
    for next in 0..<8 * room {
      let isNew = next == 0 || random.chance(0.7)
      let key = isNew ? next : max(0, next - 1 - random.below(2 * room))
      let isFull = cache.statistics.keyCount == idCount
      if isFull { bytes = AllocatedMemory.bytes - before }
      let keys = isFull ? cache.count : 0
      if cache.value(forKey: key) == nil { cache.setValue(Payload(key), forKey: key) }
      guard cache.statistics.idCount != idCount else { continue }
      idCount = cache.statistics.idCount
      // The one key that it grew for.
      let inUse = cache.keysInUse - 1
      let held = { (bytes: Int, keys: Int, values: Int) in
        Double(bytes - 8 * keys - (8 + payload) * values) / Double(keys)
      }
      watch.fullest = held(bytes, inUse, keys)
      watch.grown = held(AllocatedMemory.bytes - before, inUse + 1, cache.count)
      watch.remembered = Double(inUse - keys) / Double(max(1, keys))
    }
    return watch
  }

  /// What the allocator hands out for a value.
  private static func payloadBytes() -> Int {
    let count = 4096
    var payloads = [Payload]()
    payloads.reserveCapacity(count)
    let before = AllocatedMemory.bytes
    for number in 0..<count { payloads.append(Payload(number)) }
    return withExtendedLifetime(payloads) { (AllocatedMemory.bytes - before) / count }
  }
}
