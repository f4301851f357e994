import BasicContainers
import ScrollCore
import ScrollDevice

/// Where encoded bytes come from: network, the app's disk cache, the system's page cache.
struct Tiers: ~Copyable {
  /// A file on its way to the disk.
  struct Write {
    var key: KeyIndex
    /// What is written, of which version of its image.
    var picture: PictureIndex
    var bytes: Int
    var version: Int32
    /// How long the flash channel takes.
    var time: Int64
    /// Whether it is a low variant, which is no part of the disk cache.
    var isVariant: Bool
  }

  var network: NetworkTier
  var disk: DiskTier?
  /// The picture whose file was stored last under each key of the disk cache.
  var pictureOnDisk: Table<Key, PictureIndex>
  var pages: PageCache
  var tokens: TokenBucket?
  /// Whether something in the queue will wake the downloads when there is a token.
  var awaitsToken = false
  /// The load of each connection.
  var loadOfConnection: Table<NetworkTransfer, LoadIndex>
  private var writes = UniqueArray<Write>()
  private var written = 0

  init(_ scenario: Scenario, keyCount: Int, files: Int, seed: UInt64) {
    let loader = scenario.loader
    var profile = scenario.network
    if loader.connections > 0 {
      profile.connections = min(profile.connections, loader.connections)
    }
    network = NetworkTier(profile, random: SeededRandom(seed: seed))
    loadOfConnection = Table(repeating: .none, count: profile.connections)
    disk = nil
    pictureOnDisk = Table(repeating: .none, count: loader.diskCache ? keyCount : 0)
    if loader.diskCache { disk = DiskTier(fileCount: keyCount, rules: DiskRules(loader)) }
    // Files are those of the catalogue, then those of the disk cache.
    pages = PageCache(fileCount: files + keyCount, limit: ByteCount(loader.pageCache))
    if loader.rateLimit > 0 {
      tokens = TokenBucket(rate: loader.rateLimit, burst: loader.rateBurst)
    }
  }

  mutating func enqueue(_ write: Write) { writes.append(write) }

  /// The write that comes next; nil for none.
  var nextWrite: Write? { written < writes.count ? writes[written] : nil }

  mutating func removeWrite() {
    written += 1
    if written == writes.count { dropWrites() }
  }

  mutating func dropWrites() {
    writes.removeAll(keepingCapacity: true)
    written = 0
  }
}

extension DiskRules {
  /// The rules of a loader's disk cache.
  init(_ loader: Loader) {
    self.init(
      limit: loader.diskLimit > 0 ? ByteCount(loader.diskLimit) : nil, trimsTo: loader.diskTrim,
      ageLimit: loader.diskAge > 0 ? SimTime(seconds: loader.diskAge) : nil,
      sweeps: {
        switch loader.diskSweep {
        case .whenStoring: .always
        case .timed: .every(SimTime(seconds: loader.diskInterval))
        case .inBackground: .onBackground
        }
      }())
  }
}
