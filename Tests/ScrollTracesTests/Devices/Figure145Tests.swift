import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

/// The 28 values of Figure 14.5.
///
/// They are printed truncated: y means `[y, y + 1)`.
struct Figure145Tests {
  struct Row: Sendable, CustomStringConvertible {
    let format: ImageFormat, content: ContentClass
    let printed: [Double]

    var description: String { "\(format) \(content)" }
  }

  static let sizes = [
    (2048, 1536), (1024, 768), (512, 384), (256, 192), (128, 96), (64, 48), (32, 24),
  ]
  static let rows = [
    Row(format: .png, content: .photo, printed: [416, 117, 37, 12, 6, 3, 1]),
    Row(format: .jpeg, content: .photo, printed: [169, 50, 19, 10, 8, 7, 5]),
    Row(format: .png, content: .graphic, printed: [247, 65, 17, 11, 5, 3, 1]),
    Row(format: .jpeg, content: .graphic, printed: [112, 42, 17, 18, 14, 10, 4]),
  ]

  @Test(arguments: rows)
  func `the iPhone 5 decodes within every printed interval`(row: Row) throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    for ((width, height), printed) in zip(Self.sizes, row.printed) {
      let image = ImageCatalog.Entry(
        width: width, height: height, format: row.format, content: row.content)
      let time = device.decodeTime(of: image).milliseconds
      #expect(
        printed <= time && time < printed + 1,
        "\(row) at \(width)x\(height): \(time) ms, printed \(printed)")
    }
  }

  @Test(arguments: rows)
  func `a time between two knots lies between their times`(row: Row) throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    for index in 0..<6 {
      let (width, height) = Self.sizes[index]
      let image = ImageCatalog.Entry(
        width: width * 3 / 4, height: height * 3 / 4, format: row.format, content: row.content)
      let time = device.decodeTime(of: image).milliseconds
      let ends = [row.printed[index] + 0.5, row.printed[index + 1] + 0.5].sorted()
      #expect(
        ends[0] < time && time < ends[1], "\(row) under \(width)x\(height): \(time) ms, \(ends)")
    }
  }
}
