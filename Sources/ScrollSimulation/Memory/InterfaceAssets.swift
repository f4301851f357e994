import BasicContainers
import ScrollCore
import ScrollDevice

/// Pictures of the interface, which the system caches under their names.
///
/// Each cell shows one of them, item `i` the one of number `i` modulo their count: a graphic of
/// 30 points square, read and decoded on the main thread when it is not in the system's cache.
/// That cache cannot be sized; at a memory warning it loses everything that no cell on screen
/// shows.
struct InterfaceAssets: ~Copyable {
  /// How many there are.
  let count: Int
  /// What one costs.
  let read: Int64, decode: Int64
  let bytes: ByteCount
  /// Bytes of those in memory.
  private(set) var charged = ByteCount.zero

  /// What had to be loaded.
  private(set) var figures = RunReport.Interface()

  private var isCached: RigidArray<Bool>
  private var shown: RigidArray<Int32>

  init(_ count: Int, on device: DeviceProfile) {
    self.count = count
    let side = max(1, Int((30 * device.scale).rounded()))
    let picture = ImageCatalog.Entry(width: side, height: side, format: .png, content: .graphic)
    read = device.flash.readTime(of: picture.encoded).nanoseconds
    // A user's device may not know how long a PNG takes.
    decode = count > 0 ? device.decodeTime(of: picture).nanoseconds : 0
    bytes = picture.decoded
    isCached = RigidArray(repeating: false, count: count)
    shown = RigidArray(repeating: 0, count: count)
  }

  /// Bytes of those in memory, added up anew.
  var recounted: ByteCount {
    var sum = ByteCount.zero
    for asset in 0..<count where isCached[asset] { sum += bytes }
    return sum
  }

  /// A cell shows its picture; true if that was not in memory, and has been loaded.
  mutating func show(in item: ItemIndex) -> Bool {
    let asset = item.position % count
    shown[asset] += 1
    guard !isCached[asset] else { return false }
    isCached[asset] = true
    charged += bytes
    figures.loads += 1
    figures.time += SimTime(nanoseconds: read + decode)
    return true
  }

  mutating func hide(in item: ItemIndex) { shown[item.position % count] -= 1 }

  /// Drops what is not on screen.
  mutating func purge() {
    for asset in 0..<count where isCached[asset] && shown[asset] == 0 {
      isCached[asset] = false
      charged -= bytes
    }
  }

  /// The process has ended.
  mutating func dropAll() {
    for asset in 0..<count {
      isCached[asset] = false
      shown[asset] = 0
    }
    charged = .zero
  }
}
