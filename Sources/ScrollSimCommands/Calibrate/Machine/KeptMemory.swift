import Foundation

/// How much freed memory the allocator keeps, so that using it again costs no first touch.
enum KeptMemory {
  /// Bitmaps of this size are allocated, touched and freed, all of them together.
  static let bitmap = 4 << 20
  static let most = 256 << 20

  /// Looks at growing amounts, each a few times over, until touching them again costs more than half
  /// of a first touch.
  /// - Parameter firstTouch: bytes per second.
  /// - Returns: the largest amount that was kept.
  static func measure(firstTouch: Double) -> Int {
    var kept = 0
    var amount = bitmap
    while amount <= most {
      let fresh = Double(amount) / firstTouch * 1e3
      // An allocator may learn from the first rounds.
      let times = (0..<5).map { _ in touchTime(amount) }.suffix(3)
      guard let time = times.min(), time < fresh / 2 else { break }
      kept = amount
      amount *= 2
    }
    return kept
  }

  /// Milliseconds of the processor to touch so many bytes of new bitmaps.
  private static func touchTime(_ amount: Int) -> Double {
    var bitmaps: [UnsafeMutableRawPointer] = []
    for _ in 0..<(amount / bitmap) {
      if let place = malloc(bitmap) { bitmaps.append(place) }
    }
    let time = WorkTime.of {
      for place in bitmaps { MachineMemory.touch(place, bitmap) }
    }
    for place in bitmaps { free(place) }
    return time.cpu
  }
}
