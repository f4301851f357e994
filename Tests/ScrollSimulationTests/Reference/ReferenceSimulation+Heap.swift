import Foundation
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The time of decodes beyond their formula: chance, and memory that was never touched.
extension ReferenceSimulation {
  /// Returns the relative slowness of the next decode of a file, as a share of the formula's time.
  func slowness(_ file: Int, _ bytes: ReferenceFile) -> Double {
    guard bytes.spread.files > 0 || bytes.spread.jobs > 0 else { return 0 }
    decodes[file, default: 0] += 1
    let (own, one) = (deviate(file, 0), deviate(file, decodes[file] ?? 0))
    return Foundation.exp(bytes.spread.files * own + bytes.spread.jobs * one) - 1
  }

  /// Returns a normal deviate (Box and Muller), at most 3 either way; all seeds here are 0.
  private func deviate(_ file: Int, _ number: UInt32) -> Double {
    var dice = SeededRandom(seed: UInt64(file) << 32 ^ UInt64(number))
    let radius = (-2 * Foundation.log(1 - dice.unit())).squareRoot()
    return max(-3, min(3, radius * Foundation.cos(2 * .pi * dice.unit())))
  }

  func extra(_ slowness: Double, _ usual: SimTime) -> SimTime {
    SimTime(nanoseconds: Int64((slowness * Double(usual.nanoseconds)).rounded()))
  }

  /// Returns the extra time of a decode on the main thread.
  func extraOnMain(
    _ picture: Picture, of file: Int, _ bytes: ReferenceFile, scratch: Int
  ) -> SimTime {
    let slow = extra(slowness(file, bytes), bytes.color + bytes.mask)
    let touching = allocate(scratch + written(picture.rendition))
    release(scratch)
    heap.held.append(picture)
    return slow + touching
  }

  /// Returns the bytes that the decoder needs beside the bitmap: where it is redrawn, those of the
  /// image.
  func scratch(_ rendition: Int) -> Int {
    loader.decode == .fullSize || loader.decode == .viewSize ? costs[rendition].pixels : 0
  }

  /// Returns the bytes of a bitmap, or of a texture.
  func written(_ rendition: Int) -> Int { costs[rendition].bitmap }

  /// Takes memory that was touched before, and returns the time for the rest.
  func allocate(_ bytes: Int) -> SimTime {
    guard let fresh = scenario.device.memory.fresh else { return .zero }
    let used = Set((activePictures() + idlePictures()).map(\.number))
    for picture in heap.held where !used.contains(picture.number) {
      if picture.isDecoded { release(written(picture.rendition)) }
    }
    heap.held.removeAll { !used.contains($0.number) }
    let again = min(heap.free, bytes)
    heap.free -= again
    return SimTime(seconds: Double(bytes - again) / fresh.bandwidth)
  }

  /// Returns memory, of which the process keeps a part.
  func release(_ bytes: Int) {
    guard let fresh = scenario.device.memory.fresh else { return }
    heap.free = min(fresh.kept.bytes, heap.free + bytes)
  }
}
