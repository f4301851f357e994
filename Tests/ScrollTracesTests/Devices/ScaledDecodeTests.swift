import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

/// Tests of the decode times that Figure 14.5 does not give.
///
/// They were measured on one x86 core and scaled to the iPhone 5 by PNG and JPEG, which were
/// measured on both.
struct ScaledDecodeTests {
  static let others = ImageFormat.codecs.filter { $0 != .png && $0 != .jpeg }

  private func milliseconds(
    _ format: ImageFormat, _ content: ContentClass, width: Int, height: Int,
    on device: String = "iphone-5"
  ) throws -> Double {
    try DeviceCatalog.builtIn.choose(device).entry.decodeTime(
      of: ImageCatalog.Entry(width: width, height: height, format: format, content: content)
    ).milliseconds
  }

  /// Returns the figure's times divided by the core's, by size.
  private func factors(_ format: ImageFormat, _ content: ContentClass) throws -> [Double] {
    let row = try #require(
      Figure145Tests.rows.first { $0.format == format && $0.content == content })
    return zip(row.printed, HostDecodeTimes.milliseconds(format, content)).map { ($0 + 0.5) / $1 }
  }

  @Test(arguments: others, ContentClass.allCases)
  func `every other format has the geometric mean of the factors for PNG and JPEG`(
    format: ImageFormat, content: ContentClass
  ) throws {
    let factors = zip(try factors(.png, content), try factors(.jpeg, content)).map {
      ($0 * $1).squareRoot()
    }
    var expected = zip(HostDecodeTimes.milliseconds(format, content), factors).map { $0 * $1 }
    try #require(expected.count == Figure145Tests.sizes.count)
    for index in 1..<expected.count where expected[index] > expected[index - 1] {
      let level = (expected[index] * expected[index - 1]).squareRoot()
      expected[index - 1] = level
      expected[index] = level
    }
    for ((width, height), time) in zip(Figure145Tests.sizes, expected) {
      let found = try milliseconds(format, content, width: width, height: height)
      #expect(abs(found / time - 1) < 0.006, "\(width)x\(height): \(found) ms, \(time) by the rule")
    }
  }

  @Test(arguments: others, ContentClass.allCases)
  func `more pixels never decode faster`(format: ImageFormat, content: ContentClass) throws {
    for device in DeviceCatalog.builtIn.entries {
      var last = 0.0
      for width in [1, 8, 16, 32, 50, 64, 100, 128, 200, 256, 400, 512, 800, 1024, 2048, 8000] {
        let time = try milliseconds(
          format, content, width: width, height: max(1, width * 3 / 4), on: device.name)
        #expect(time >= last, "\(device.name) at \(width): \(time) after \(last) ms")
        last = time
      }
    }
  }

  @Test(arguments: BuiltInDevicesTests.names)
  func `a retina photo takes longer as PNG than as TIFF or GIF, and longest as JPEG 2000`(
    device: String
  ) throws {
    func time(_ format: ImageFormat) throws -> Double {
      try milliseconds(format, .photo, width: 2048, height: 1536, on: device)
    }
    let times = [try time(.gif), try time(.tiff), try time(.png), try time(.jpeg2000)]
    #expect(times == times.sorted(), "GIF, TIFF, PNG, JPEG 2000: \(times) ms")
    let jpeg = try time(.jpeg)
    #expect(jpeg < times[0], "JPEG \(jpeg), GIF \(times[0]) ms")
  }
}
