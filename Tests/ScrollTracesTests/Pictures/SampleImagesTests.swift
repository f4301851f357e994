import Foundation
import ScrollDevice
import ScrollTraces
import Testing

/// Real files: those in Traces/pictures/formats, which `.ci/oracles/pictures` wrote with Pillow and
/// pillow-heif; the expected values are what these say.
struct SampleImagesTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Traces/pictures/formats")

  @Test func `the reader parses headers of real encoders`() throws {
    let folder = try PictureFolder(Self.folder.path)
    let lines = folder.files.map { file in
      let header = file.header
      return "\(file.path) \(header.format.rawValue) \(header.shown.width)x\(header.shown.height) "
        + "\(file.bytes) \(header.orientation)\(header.hasAlpha ? " alpha" : "")"
        + (header.isAnimated ? " animated" : "")
    }
    #expect(
      lines == [
        "clock.gif gif 32x32 1724 1 animated", "dune.heic heic 64x48 696 1",
        "leaf.png png 40x40 256 1 alpha", "map.jp2 jpeg-2000 40x30 1317 1",
        "moss.avif avif 64x48 627 8", "rose.jpg jpeg 32x48 1109 6",
        "shell.webp webp 48x36 430 1 alpha", "waves.jpg progressive-jpeg 64x48 1033 1",
      ])
    #expect(folder.others.isEmpty)
  }
}
