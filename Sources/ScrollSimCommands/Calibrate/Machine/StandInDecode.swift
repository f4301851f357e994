/// Work like that of a decoder, where there is none: inverse cosine transforms of 8x8 blocks in
/// whole numbers, written into a bitmap of 4 MiB.
///
/// It only serves to compare a lane that works alone with lanes that work side by side.
struct StandInDecode: ~Copyable {
  private static let side = 1024
  private let bitmap: MachineMemory
  private var block = [Int32](repeating: 0, count: 64)
  private var seed: UInt32 = 1

  init() throws(CommandError) {
    bitmap = try MachineMemory(bytes: Self.side * Self.side * 4)
  }

  /// One picture.
  mutating func decode() {
    let pixels = bitmap.start.bindMemory(to: UInt32.self, capacity: Self.side * Self.side)
    for row in stride(from: 0, to: Self.side, by: 8) {
      for column in stride(from: 0, to: Self.side, by: 8) {
        fillBlock()
        for line in 0..<8 { transform(line * 8, 1) }
        for line in 0..<8 { transform(line, 8) }
        for y in 0..<8 {
          for x in 0..<8 {
            let gray = UInt32(truncatingIfNeeded: block[y * 8 + x] >> 6) & 0xff
            pixels[(row + y) * Self.side + column + x] = gray &* 0x0101_0101
          }
        }
      }
    }
  }

  /// Few coefficients that are not 0, as in a photo.
  private mutating func fillBlock() {
    for index in block.indices { block[index] = 0 }
    for _ in 0..<12 {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      block[Int(seed >> 26)] = Int32(truncatingIfNeeded: seed >> 8) & 0x1ff
    }
  }

  /// Butterflies over eight numbers.
  private mutating func transform(_ start: Int, _ step: Int) {
    for distance in [4, 2, 1] {
      for index in 0..<8 where index & distance == 0 {
        let (low, high) = (start + index * step, start + (index + distance) * step)
        let (a, b) = (block[low], block[high])
        block[low] = a &+ b
        block[high] = (a &- b) &* 181 >> 8
      }
    }
  }
}
