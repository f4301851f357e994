import Foundation
import ScrollCore
import ScrollDevice

/// The pieces of work, each of which returns its duration in nanoseconds.
protocol Works: AnyObject {
  func cell() -> Int64
  func upload(_ bitmap: Bitmap, of picture: Int) -> Int64
  func read(_ load: Load) -> Int64
  func decode(_ load: Load) -> Int64
}

/// The sizes of the decoded bitmaps, by picture.
struct Targets {
  let sizes: [(width: Int, height: Int)]

  init(_ scene: Scene, _ preset: Preset, scale: Double) {
    sizes = scene.pictures.indices.map { picture in
      let entry = scene.pictures[picture]
      guard preset.redrawsAtViewSize, let item = scene.itemsOf[picture].first else {
        return (entry.width, entry.height)
      }
      return (
        max(1, Int((scene.shares[item] * scene.breadth * scale).rounded())),
        max(1, Int(((scene.ends[item] - scene.starts[item]) * scale).rounded()))
      )
    }
  }

  /// The bytes that each bitmap takes in memory.
  var bytes: [Int] {
    sizes.map { Bitmap(width: $0.width, height: $0.height, isReal: false).bytes }
  }
}

/// Work whose durations come from a device profile; nothing is computed.
final class GivenWorks: Works {
  private let device: DeviceProfile
  private let pictures: [ImageCatalog.Entry]
  private let targets: Targets

  init(_ scene: Scene, _ targets: Targets, on device: DeviceProfile) {
    self.device = device
    pictures = scene.pictures
    self.targets = targets
  }

  func cell() -> Int64 { device.mainThread.cellWork.nanoseconds }

  func upload(_ bitmap: Bitmap, of picture: Int) -> Int64 {
    device.mainThread.uploadTime(of: ByteCount(bitmap.bytes)).nanoseconds
  }

  func read(_ load: Load) -> Int64 {
    device.flash.readTime(of: pictures[load.picture].encoded).nanoseconds
  }

  func decode(_ load: Load) -> Int64 {
    let (width, height) = targets.sizes[load.picture]
    let bitmap = Bitmap(width: width, height: height, isReal: false)
    load.bitmap = bitmap
    return device.decodeTime(of: pictures[load.picture]).nanoseconds
      + device.mainThread.redrawTime(to: ByteCount(bitmap.bytes)).nanoseconds
  }
}

/// Real work, measured by the processor time of the thread that does it.
///
/// A computer has the files in memory, so that reading them would cost nothing and would not test
/// the model's flash. Reads therefore take as long as on the profile's flash channel: the reader
/// waits.
final class RealWorks: Works, @unchecked Sendable {
  private let files: [PictureFile]
  private let targets: Targets
  private let device: DeviceProfile
  /// A Boolean value that indicates whether time passes: waits sleep, and cells compute for their
  /// duration.
  private let isRealTime: Bool
  private let screen = Screenful()
  private let lock = NSLock()
  /// Every job so far, and the number of threads that decode now; guarded by the lock.
  private(set) var jobs: [Job] = []
  private var decoding = 0

  init(_ files: [PictureFile], _ targets: Targets, on device: DeviceProfile, isRealTime: Bool) {
    self.files = files
    self.targets = targets
    self.device = device
    self.isRealTime = isRealTime
    screen.makeRoom(targets.bytes.max() ?? 1)
  }

  func cell() -> Int64 {
    let work = device.mainThread.cellWork.nanoseconds
    let end = Clocks.thread + work
    while isRealTime, Clocks.thread < end {}
    return work
  }

  func upload(_ bitmap: Bitmap, of picture: Int) -> Int64 {
    let watch = Stopwatch()
    screen.take(bitmap)
    return note(.upload, picture, watch)
  }

  func read(_ load: Load) -> Int64 {
    let watch = Stopwatch()
    let file = files[load.picture]
    let duration = device.flash.readTime(of: ByteCount(file.bytes)).nanoseconds
    let end = Clocks.wall + duration
    do { load.content = try file.read() } catch { fatalError("\(error)") }
    if isRealTime { Clocks.sleep(until: end) }
    return max(duration, note(.read, load.picture, watch))
  }

  func decode(_ load: Load) -> Int64 {
    let others = lock.withLock {
      defer { decoding += 1 }
      return decoding
    }
    defer { lock.withLock { decoding -= 1 } }
    let watch = Stopwatch()
    let (width, height) = targets.sizes[load.picture]
    do {
      load.bitmap = try files[load.picture].decode(load.content)
        .redrawn(width: width, height: height)
    } catch { fatalError("\(error)") }
    load.content = []
    return note(.decode, load.picture, watch, besides: others)
  }

  private func note(
    _ kind: Job.Kind, _ picture: Int, _ watch: Stopwatch, besides others: Int = 0
  ) -> Int64 {
    let (wall, cpu) = watch.elapsed
    let job = Job(kind: kind, picture: picture, others: others, wall: wall, cpu: cpu)
    lock.withLock { jobs.append(job) }
    return cpu
  }
}

/// One piece of work, in nanoseconds.
struct Job: Sendable {
  enum Kind: String, CaseIterable {
    case read, decode, upload
  }

  var kind: Kind
  var picture: Int
  /// The number of other threads that were decoding when this job began.
  var others: Int
  var wall: Int64, cpu: Int64
}
