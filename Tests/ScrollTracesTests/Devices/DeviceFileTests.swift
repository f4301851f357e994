import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct DeviceFileTests {
  @Test func `a device file of a user becomes a profile`() throws {
    let device = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml")
    #expect(device.name == "toy")
    #expect(device.summary == "A device for tests.")
    #expect(device.screenHeight == 200.5)
    #expect(device.scale == 1.5)
    #expect(device.refreshRate == 50)
    #expect(device.efficiencyCores == 3)
    #expect(device.flash.latency == SimTime(nanoseconds: 250_000))
    #expect(device.flash.bandwidth == 2_097_152)
    #expect(device.flash.writeBandwidth == 500_000)
    #expect(
      device.memory
        == MemoryFigures(
          total: ByteCount(100_000_000), appLimit: ByteCount(50_000_000),
          otherProcesses: ByteCount(10_000_000), baseFootprint: ByteCount(5_000_000),
          backgroundApps: [ByteCount(1_000_000), ByteCount(2_000_000)],
          pageSize: ByteCount(16384),
          swap: SwapFigures(bandwidth: 1e9, latency: SimTime(nanoseconds: 50_000))))
    #expect(
      device.mainThread
        == MainThreadFigures(
          cellWork: SimTime(milliseconds: 2), uploadBandwidth: 1e9, redrawBandwidth: 5e8,
          lazyUploadBandwidth: 2.5e8, pngEncodePerMegapixel: SimTime(milliseconds: 300)))
    #expect(
      device.decode[.init(.tiff, .photo)]
        == .linear(fixed: 1, perMegapixel: 10, perMegabyte: 100))
    #expect(
      device.decode[.init(.png, .photo)]
        == .table([
          .init(pixels: 100, milliseconds: 1), .init(pixels: 1000, milliseconds: 10),
          .init(pixels: 10000, milliseconds: 20),
        ]))
    #expect(device.decode.count == ImageFormat.codecs.count * ContentClass.allCases.count)
  }

  @Test func `a profile keeps every figure as written, with its source`() throws {
    let figures = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml").figures
    #expect(figures.first == .init(name: "screen.size", text: "100x200.5 pt", source: "a brochure"))
    let limit = try #require(figures.first { $0.name == "memory.appLimit" })
    #expect(limit.text == "50 MB")
    #expect(!limit.isEstimate)
    let latency = try #require(figures.first { $0.name == "flash.latency" })
    #expect(latency.isEstimate)
    let point = try #require(figures.first { $0.name == "decode.png.photo.points[2]" })
    #expect(point == .init(name: point.name, text: "20 ms at 100x100 px", source: "a figure"))
    #expect(figures.contains { $0.name == "memory.backgroundApps[1]" })
  }

  @Test func `a measured figure may state its error and the spread of decode times`() throws {
    let text = DeviceFileText.replacing(
      "  tiff: {any: *linear}",
      with: """
          tiff:
            any:
              fixed: {value: 1 ms, error: 4.5 %, source: measured}
              perMegapixel: {value: 10 ms/MP, source: measured}
              perMegabyte: {value: 0 ms/MB, source: measured}
              files: {value: 9 %, source: measured}
              jobs: {value: 6 %, source: measured}
        """)
    let device = try DeviceFile.parse(text, file: "toy.yml")
    let codec = DeviceProfile.Codec(.tiff, .graphic)
    #expect(
      device.spread == [
        codec: DecodeSpread(files: 0.09, jobs: 0.06),
        .init(.tiff, .photo): DecodeSpread(files: 0.09, jobs: 0.06),
      ])
    let fixed = try #require(device.figures.first { $0.name == "decode.tiff.any.fixed" })
    #expect(fixed.error == 0.045)
    #expect(device.figures.first { $0.name == "decode.tiff.any.files" }?.text == "9 %")
    #expect(device.figures.filter { $0.error != nil }.count == 1)
  }

  @Test func `a profile has the measured costs of fresh memory and parallel lanes`() throws {
    let text = DeviceFileText.replacing(
      "  pageSize:",
      with: """
          firstTouch: {value: 2 GB/s, source: measured}
          keptForReuse: {value: 3 MB, source: measured}
          pageSize:
        """
    ).replacing(
      "  efficiency:",
      with: """
          sideBySide: {value: 5 %, source: measured}
          drift: {value: 4 %, source: measured}
          efficiency:
        """)
    let device = try DeviceFile.parse(text, file: "toy.yml")
    #expect(device.memory.fresh == FreshMemory(bandwidth: 2e9, kept: ByteCount(3_000_000)))
    #expect(device.sideBySide == 0.05 && device.drift == 0.04)
  }

  @Test func `a device needs only the formats of its traces`() throws {
    var text = DeviceFileText.whole
    for format in ["progressive-jpeg", "heic", "webp", "avif", "jpeg-2000", "gif", "tiff"] {
      text = text.replacing("  \(format): {any: *linear}\n", with: "")
        .replacing("  \(format): {any: *linear}", with: "")
    }
    let device = try DeviceFile.parse(text, file: "toy.yml")
    #expect(Set(device.decode.keys.map(\.format)) == [.png, .jpeg])
  }

  @Test func `the profile lists the new figures with their sources in order`() throws {
    let names = try DeviceFile.parse(DeviceFileText.whole, file: "toy.yml").figures.map(\.name)
    let expected = [
      "flash.bandwidth", "flash.writeBandwidth", "memory.pageSize", "memory.swap.bandwidth",
      "memory.swap.latency", "mainThread.redrawBandwidth", "mainThread.lazyUploadBandwidth",
      "mainThread.pngEncode",
    ]
    #expect(names.filter(expected.contains) == expected)
  }

  @Test func `a device without swap lists no figures of it`() throws {
    let text = DeviceFileText.replacing(DeviceFileText.swap, with: "")
    let device = try DeviceFile.parse(text, file: "toy.yml")
    #expect(device.memory.swap == nil)
    #expect(!device.figures.contains { $0.name.contains("swap") })
  }

  @Test func `a device file loads from disk`() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("device-\(UUID().uuidString).yml").path
    try DeviceFileText.whole.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try DeviceFile.load(path: path).name == "toy")
  }

  @Test func `a missing file, a directory and a binary file have different errors`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: YAMLFileError.missingFile("no/such.yml", kind: "device")) {
      try DeviceFile.load(path: "no/such.yml")
    }
    #expect(throws: YAMLFileError.directory(folder, kind: "device")) {
      try DeviceFile.load(path: folder)
    }
    let path = "\(folder)/device-\(UUID().uuidString).yml"
    try Data([0xff, 0xfe, 0x00, 0xc3]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: YAMLFileError.notText(path, kind: "device")) {
      try DeviceFile.load(path: path)
    }
  }

  @Test func `a file of megabytes is an error before parsing`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let path = "\(folder)/device-\(UUID().uuidString).yml"
    try Data(repeating: 0x61, count: 1_000_001).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: YAMLFileError.tooLarge(path, kind: "device", limit: 1_000_000)) {
      try DeviceFile.load(path: path)
    }
  }
}
