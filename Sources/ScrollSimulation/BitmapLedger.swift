import BasicContainers

/// Which bitmaps are in memory, each counted once however many hold it.
///
/// The cache, the cells on screen and the work in flight each hold a bitmap; it is freed
/// when the last lets go. An image that was evicted while displayed and loaded again has two.
struct BitmapLedger: ~Copyable {
  struct Bitmap {
    var bytes: Int
    var holders: Int32
    /// Index into the images, for what is wasted.
    var image: Int32
    var wasShown: Bool, isDecoded: Bool
    /// What decoding it cost; 0 until then.
    var decode: Int64
  }

  private var bitmaps = UniqueArray<Bitmap>()
  private var free = UniqueArray<Int32>()
  /// Bytes of all bitmaps in memory.
  private(set) var charged = 0
  /// Decoded and freed without having been on screen.
  private(set) var wastedDecodes = 0, wastedNanoseconds: Int64 = 0

  /// A new bitmap with one holder, not decoded yet: encoded bytes, or an empty destination.
  mutating func make(bytes: Int, image: Int32) -> Int32 {
    let bitmap = Bitmap(
      bytes: bytes, holders: 1, image: image, wasShown: false, isDecoded: false, decode: 0)
    charged += bytes
    if let place = free.popLast() {
      bitmaps[Int(place)] = bitmap
      return place
    }
    bitmaps.append(bitmap)
    return Int32(bitmaps.count - 1)
  }

  mutating func retain(_ bitmap: Int32) { bitmaps[Int(bitmap)].holders += 1 }

  mutating func didShow(_ bitmap: Int32) { bitmaps[Int(bitmap)].wasShown = true }

  func isDecoded(_ bitmap: Int32) -> Bool { bitmaps[Int(bitmap)].isDecoded }

  /// Turns what is not decoded into a bitmap; false if it is one.
  mutating func decode(_ bitmap: Int32, bytes: Int, cost: Int64) -> Bool {
    let place = Int(bitmap)
    guard !bitmaps[place].isDecoded else { return false }
    charged += bytes - bitmaps[place].bytes
    bitmaps[place].bytes = bytes
    bitmaps[place].isDecoded = true
    bitmaps[place].decode = cost
    return true
  }

  func image(of bitmap: Int32) -> Int32 { bitmaps[Int(bitmap)].image }

  /// Lets go; true if nobody else held it.
  mutating func release(_ bitmap: Int32) -> Bool {
    bitmaps[Int(bitmap)].holders -= 1
    guard bitmaps[Int(bitmap)].holders == 0 else { return false }
    let dead = bitmaps[Int(bitmap)]
    charged -= dead.bytes
    if !dead.wasShown, dead.isDecoded {
      wastedDecodes += 1
      wastedNanoseconds += dead.decode
    }
    free.append(bitmap)
    return true
  }
}
