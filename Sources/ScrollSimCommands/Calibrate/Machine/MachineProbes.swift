/// The probes of a machine, with the files and the memory that they use.
struct MachineProbes {
  static let fileSizes = [16 << 10, 128 << 10, 1 << 20, 8 << 20]
  static let bitmapSizes = [1 << 20, 4 << 20, 16 << 20]

  let probes: [MachineProbe]
  /// Nil where cold reads can be had, else why not.
  let noColdReads: String?

  /// - Parameter folder: for the files.
  /// - Throws: `CommandError` where there is no room for files or memory.
  init(folder: String) throws(CommandError) {
    let ring = try MemoryRing()
    var probes: [MachineProbe] = []
    var hasColdReads = true
    for size in Self.fileSizes {
      let (cold, warm) = (
        try NamelessFile(bytes: size, in: folder), try NamelessFile(bytes: size, in: folder)
      )
      if cold.forget() {
        probes.append(Self.read(.coldRead, cold, ring) { cold.forget() })
      } else {
        hasColdReads = false
      }
      warm.read(into: ring.next(size))
      probes.append(Self.read(.warmRead, warm, ring) { true })
    }
    for size in Self.bitmapSizes {
      probes.append(Self.copy(.redraw, size, ring, Bitmap.redraw))
      probes.append(Self.copy(.upload, size, ring, Bitmap.upload))
      probes.append(try Self.firstTouch(size))
    }
    probes.append(try Self.decode())
    // Only what all sizes have tells a latency from a bandwidth.
    self.probes = hasColdReads ? probes : probes.filter { $0.kind != .coldRead }
    noColdReads =
      hasColdReads
      ? nil : "cold reads cannot be had in '\(folder)': the system keeps its files in memory"
  }

  private static func read(
    _ kind: MachineProbe.Kind, _ file: NamelessFile, _ ring: MemoryRing,
    prepare: @escaping () -> Bool
  ) -> MachineProbe {
    MachineProbe(kind: kind, bytes: file.bytes, prepare: prepare) {
      file.read(into: ring.next(file.bytes))
    }
  }

  private static func copy(
    _ kind: MachineProbe.Kind, _ size: Int, _ ring: MemoryRing,
    _ work: @escaping (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void
  ) -> MachineProbe {
    MachineProbe(kind: kind, bytes: size) {
      true
    } work: {
      work(ring.next(size), ring.next(size), size)
    }
  }

  private static func firstTouch(_ size: Int) throws(CommandError) -> MachineProbe {
    // One that is there already, so that what cannot be had is known at once.
    var fresh: MachineMemory? = try MachineMemory(bytes: size, isTouched: false)
    return MachineProbe(kind: .firstTouch, bytes: size) {
      fresh = nil
      fresh = try? MachineMemory(bytes: size, isTouched: false)
      return fresh != nil
    } work: {
      fresh?.touch()
    }
  }

  private static func decode() throws(CommandError) -> MachineProbe {
    let decoder = DecoderBox(try StandInDecode())
    return MachineProbe(kind: .decode, bytes: 4 << 20) {
      true
    } work: {
      decoder.decoder.decode()
    }
  }

  private final class DecoderBox {
    var decoder: StandInDecode

    init(_ decoder: consuming StandInDecode) { self.decoder = decoder }
  }
}
