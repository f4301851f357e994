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
    let largest = Self.bitmapSizes[Self.bitmapSizes.count - 1]
    let (source, destination) = (
      try MachineMemory(bytes: largest), try MachineMemory(bytes: largest)
    )
    var files: [ColdFile] = []
    for size in Self.fileSizes { files.append(try ColdFile(bytes: size, in: folder)) }
    let hasColdReads = files.allSatisfy { $0.forget() }
    noColdReads =
      hasColdReads
      ? nil : "cold reads cannot be had in '\(folder)': the system keeps its files in memory"
    var probes: [MachineProbe] = []
    for file in files {
      if hasColdReads {
        probes.append(
          MachineProbe(kind: .coldRead, bytes: file.bytes) {
            file.forget()
          } work: {
            file.read(into: destination)
          })
      }
      probes.append(
        MachineProbe(kind: .warmRead, bytes: file.bytes) {
          file.remember(destination)
          return true
        } work: {
          file.read(into: destination)
        })
    }
    for size in Self.bitmapSizes {
      let part = try MachineMemory(bytes: size)
      probes.append(
        MachineProbe(kind: .redraw, bytes: size) {
          true
        } work: {
          part.redraw(into: destination)
        })
      probes.append(
        MachineProbe(kind: .upload, bytes: size) {
          true
        } work: {
          part.copy(to: source)
        })
      probes.append(try Self.firstTouch(size))
    }
    probes.append(try Self.decode())
    self.probes = probes
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
