/// Memory that is used piece by piece, round and round, so that a piece is not in the processor's
/// caches any more when its turn comes: as bitmaps and files of an app are.
final class MemoryRing {
  static let bytes = 128 << 20
  private let memory: MachineMemory
  private var place = 0

  /// - Throws: `CommandError` with status 69 if there is no memory.
  init() throws(CommandError) { memory = try MachineMemory(bytes: Self.bytes) }

  /// The next piece.
  func next(_ bytes: Int) -> UnsafeMutableRawPointer {
    if place + bytes > Self.bytes { place = 0 }
    defer { place += bytes }
    return memory.start + place
  }
}
