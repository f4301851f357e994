import BasicContainers
import ScrollCore
import ScrollDevice

/// Which bitmaps are in memory, each counted once however many hold it.
///
/// The cache, the cells on screen and the work in flight each hold a bitmap; it is freed
/// when the last lets go. An image that was evicted while displayed and loaded again has two.
/// Cells and work in flight hold it *actively*; what only a cache or a cell that waits to be
/// reused holds is at the system's disposal: volatile, if it may be purged, or paged out where
/// there is swap. What is volatile is not charged; what is paged out is, as XNU does it.
struct BitmapLedger: ~Copyable {
  struct Bitmap {
    var bytes: Int
    var holders: Int32 = 1
    /// Of them, those that use it.
    var active: Int32 = 1
    var picture: PictureIndex
    /// What the app loaded it as.
    var key: KeyIndex
    var version: Int32
    /// The key under which the cache holds it.
    var cachedKey: KeyIndex = .none
    var wasShown = false, isDecoded = false, isPurgeable = false
    var isVolatile = false, isPagedOut = false
    /// Whether its encoded bytes are those that the app encoded anew.
    var isReencoded = false
    /// Whether its contents were purged, and nothing is left to decode again.
    var isLost = false
    /// What decoding it cost; 0 until then.
    var decode: Int64 = 0
  }

  private(set) var bitmaps = UniqueArray<Bitmap>()
  private var free = UniqueArray<BitmapIndex>()
  /// Bytes of all bitmaps, except volatile ones.
  private(set) var charged = ByteCount.zero
  /// Bytes of them that are in swap.
  private(set) var pagedOut = ByteCount.zero
  /// Decoded and freed without having been on screen.
  private(set) var wastedDecodes = 0, wastedNanoseconds: Int64 = 0
  /// What the system may take, or page out.
  private(set) var volatile: PurgeableMemory
  private var pageable: PurgeableMemory?
  private let group: Int, behavior: PurgeableMemory.Behavior

  init(
    pageSize: ByteCount, hasSwap: Bool, group: Int, behavior: PurgeableMemory.Behavior
  ) {
    volatile = PurgeableMemory(pageSize: pageSize)
    pageable = hasSwap ? PurgeableMemory(pageSize: ByteCount(1)) : nil
    self.group = group
    self.behavior = behavior
  }

  subscript(_ bitmap: BitmapIndex) -> Bitmap { bitmaps[bitmap] }

  /// Another session begins: nothing has been decoded in it.
  mutating func beginSession() { (wastedDecodes, wastedNanoseconds) = (0, 0) }

  /// A new bitmap with one active holder, not decoded yet: encoded bytes, or an empty
  /// destination.
  mutating func make(
    bytes: Int, picture: PictureIndex, key: KeyIndex, version: Int32, isReencoded: Bool = false
  ) -> BitmapIndex {
    var bitmap = Bitmap(bytes: bytes, picture: picture, key: key, version: version)
    bitmap.isReencoded = isReencoded
    charged += ByteCount(bytes)
    if let place = free.popLast() {
      bitmaps[place] = bitmap
      return place
    }
    bitmaps.append(bitmap)
    return BitmapIndex(bitmaps.count - 1)
  }

  /// Another holder that uses it.
  ///
  /// - Returns: the bytes that had been paged out and come back.
  mutating func retain(_ bitmap: BitmapIndex) -> Int {
    bitmaps[bitmap].holders += 1
    return activate(bitmap)
  }

  /// The cache, or a cell that waits to be reused, holds it.
  mutating func retainIdly(_ bitmap: BitmapIndex) { bitmaps[bitmap].holders += 1 }

  /// A holder begins to use it.
  mutating func activate(_ bitmap: BitmapIndex) -> Int {
    bitmaps[bitmap].active += 1
    guard bitmaps[bitmap].active == 1 else { return 0 }
    return leaveDisposal(bitmap)
  }

  /// A holder no longer uses it, but keeps it.
  mutating func deactivate(_ bitmap: BitmapIndex) {
    bitmaps[bitmap].active -= 1
    if bitmaps[bitmap].active == 0 { enterDisposal(bitmap) }
  }

  mutating func setCachedKey(_ key: KeyIndex, of bitmap: BitmapIndex) {
    bitmaps[bitmap].cachedKey = key
  }

  mutating func didShow(_ bitmap: BitmapIndex) { bitmaps[bitmap].wasShown = true }

  /// Turns what is not decoded into a bitmap; false if it is one.
  mutating func decode(_ bitmap: BitmapIndex, bytes: Int, cost: Int64, isPurgeable: Bool) -> Bool {
    let place = bitmap.position
    guard !bitmaps[place].isDecoded else { return false }
    charged += ByteCount(bytes - bitmaps[place].bytes)
    bitmaps[place].bytes = bytes
    bitmaps[place].isDecoded = true
    bitmaps[place].isPurgeable = isPurgeable
    bitmaps[place].decode = cost
    return true
  }

  /// Lets go of one that was used; true if that was its last holder.
  mutating func release(_ bitmap: BitmapIndex) -> Bool {
    bitmaps[bitmap].active -= 1
    if bitmaps[bitmap].active == 0, bitmaps[bitmap].holders > 1 {
      enterDisposal(bitmap)
    }
    return letGo(bitmap)
  }

  /// Lets go of one that was only kept; true if that was its last holder.
  mutating func releaseIdly(_ bitmap: BitmapIndex) -> Bool { letGo(bitmap) }

  private mutating func letGo(_ bitmap: BitmapIndex) -> Bool {
    bitmaps[bitmap].holders -= 1
    guard bitmaps[bitmap].holders == 0 else { return false }
    _ = leaveDisposal(bitmap)
    let dead = bitmaps[bitmap]
    charged -= ByteCount(dead.bytes)
    if !dead.wasShown, dead.isDecoded {
      wastedDecodes += 1
      wastedNanoseconds += dead.decode
    }
    free.append(bitmap)
    return true
  }

  private mutating func enterDisposal(_ bitmap: BitmapIndex) {
    let place = bitmap.position
    guard bitmaps[place].isDecoded else { return }
    let bytes = ByteCount(bitmaps[place].bytes)
    if bitmaps[place].isPurgeable {
      bitmaps[place].isVolatile = true
      charged -= bytes
      volatile.setVolatile(place, bytes: bytes, group: group, behavior: behavior)
    } else if var memory = pageable.take() {
      memory.setVolatile(place, bytes: bytes, group: 0, behavior: .fifo)
      pageable = memory
    }
  }

  private mutating func leaveDisposal(_ bitmap: BitmapIndex) -> Int {
    let place = bitmap.position
    if bitmaps[place].isVolatile {
      bitmaps[place].isVolatile = false
      charged += ByteCount(bitmaps[place].bytes)
      volatile.remove(place)
    } else if bitmaps[place].isPagedOut {
      bitmaps[place].isPagedOut = false
      pageable?.remove(place)
      pagedOut -= ByteCount(bitmaps[place].bytes)
      return bitmaps[place].bytes
    } else if bitmaps[place].isDecoded, !bitmaps[place].isPurgeable {
      pageable?.remove(place)
    }
    return 0
  }

  /// Takes volatile bitmaps until at least so many bytes are free, and names them.
  mutating func purge(atLeast bytes: ByteCount, into purged: inout [BitmapIndex]) {
    volatile.purge(atLeast: bytes) { purged.append(BitmapIndex($0)) }
    for bitmap in purged {
      bitmaps[bitmap].isVolatile = false
      // Its place may be another bitmap's soon, which is not empty.
      volatile.remove(bitmap.position)
    }
  }

  /// A purged bitmap is encoded bytes again, or nothing.
  mutating func empty(_ bitmap: BitmapIndex, to encoded: Int, isLost: Bool) {
    if !bitmaps[bitmap].wasShown {
      wastedDecodes += 1
      wastedNanoseconds += bitmaps[bitmap].decode
    }
    bitmaps[bitmap].bytes = encoded
    bitmaps[bitmap].isDecoded = false
    bitmaps[bitmap].isPurgeable = false
    bitmaps[bitmap].isLost = isLost
    charged += ByteCount(encoded)
  }

  /// Pages bitmaps out until at least so many bytes are free; the bytes that went.
  mutating func pageOut(atLeast bytes: ByteCount) -> ByteCount {
    guard var memory = pageable else { return .zero }
    var paged: [BitmapIndex] = []
    memory.purge(atLeast: bytes) { paged.append(BitmapIndex($0)) }
    pageable = memory
    var sum = ByteCount.zero
    for bitmap in paged {
      bitmaps[bitmap].isPagedOut = true
      sum += ByteCount(bitmaps[bitmap].bytes)
    }
    pagedOut += sum
    return sum
  }

  /// Bytes that could be paged out.
  var pageableBytes: ByteCount { pageable?.volatileBytes ?? .zero }
}
