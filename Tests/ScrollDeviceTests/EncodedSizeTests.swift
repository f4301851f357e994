import ScrollCore
import ScrollDevice
import Testing

struct EncodedSizeTests {
  @Test(arguments: [
    (2048, 1536, ImageFormat.jpeg, ContentClass.photo, 582_118),
    (1024, 768, .jpeg, .photo, 154_750), (2048, 1536, .png, .photo, 5_560_561),
    (512, 384, .png, .photo, 346_771), (1024, 768, .heic, .photo, 469_218),
    (2048, 1536, .webp, .photo, 345_182), (1024, 768, .avif, .photo, 135_618),
    (1024, 768, .tiff, .photo, 2_023_200),
  ])
  func `the estimate at a measured size equals the measurement`(
    width: Int, height: Int, format: ImageFormat, content: ContentClass, bytes: Int
  ) {
    let size = EncodedSize.estimate(
      width: width, height: height, format: format, content: content)
    #expect(abs(Double(size.bytes) / Double(bytes) - 1) < 0.001, "\(size.bytes) of \(bytes)")
  }

  @Test(arguments: [(ContentClass.photo, 0.44, 0.67), (.graphic, 0.07, 0.55)])
  func `a JPEG 2000 is smaller than a JPEG of the same quality, as measured`(
    content: ContentClass, least: Double, most: Double
  ) {
    for (width, height) in EncodedSize.measuredSizes {
      let sizes = [ImageFormat.jpeg2000, .jpeg].map {
        EncodedSize.estimate(width: width, height: height, format: $0, content: content).bytes
      }
      let ratio = Double(sizes[0]) / Double(sizes[1])
      #expect((least...most).contains(ratio), "\(width)x\(height): \(ratio)")
    }
  }

  @Test(arguments: [ImageFormat.webp, .heic, .avif, .jpeg2000, .progressiveJPEG])
  func `a newer codec needs fewer bytes than the JPEG of the same quality`(format: ImageFormat)
    throws
  {
    for content in ContentClass.allCases {
      let ratios = try #require(EncodedSize.sizeAtQualityOfJPEG(format, content))
      #expect(ratios.count == EncodedSize.measuredSizes.count)
      // Below 256 pixels the containers of HEIC and AVIF take most of the bytes.
      #expect(ratios.prefix(4).allSatisfy { (0.05..<1).contains($0) }, "\(format) \(content)")
    }
    #expect(format.hasEqualQuality(as: .jpeg) && !format.hasEqualQuality(as: .png))
  }

  @Test func `the estimate halfway between two sizes is the mean of their bits`() {
    let pixels = 1_572_864  // Twice 1024 x 768, half of 2048 x 1536.
    let size = EncodedSize.estimate(width: 2048, height: 768, format: .jpeg, content: .photo)
    #expect(abs(Double(size.bytes * 8) / Double(pixels) - (1.48 + 1.574) / 2) < 1e-4)
  }

  @Test func `bits per pixel stay constant beyond the measured sizes`() {
    let large = EncodedSize.estimate(width: 6144, height: 5120, format: .png, content: .photo)
    #expect(large == ByteCount(55_604_675))
    let tiny = EncodedSize.estimate(width: 10, height: 8, format: .png, content: .photo)
    #expect(tiny == ByteCount(188))
  }

  @Test(arguments: ImageFormat.allCases)
  func `no image is empty, and more pixels never have fewer bytes`(format: ImageFormat) {
    for content in ContentClass.allCases {
      #expect(
        EncodedSize.estimate(width: 1, height: 1, format: format, content: content)
          >= ByteCount(1))
      var last = ByteCount.zero
      for side in [8, 24, 64, 100, 300, 700, 1000, 2000, 5000] {
        let size = EncodedSize.estimate(
          width: side, height: side, format: format, content: content)
        #expect(size >= last, "\(format) \(content) at \(side)")
        last = size
      }
    }
  }

  @Test(arguments: ContentClass.allCases)
  func `a hybrid image has the size of a JPEG of its content and a PNG of a graphic`(
    content: ContentClass
  ) {
    func size(_ format: ImageFormat, _ content: ContentClass) -> ByteCount {
      EncodedSize.estimate(width: 800, height: 600, format: format, content: content)
    }
    #expect(size(.hybrid, content) == size(.jpeg, content) + size(.png, .graphic))
  }

  @Test(arguments: ImageFormat.allCases.filter { $0.texture != nil })
  func `a texture is as large on disk as in memory`(format: ImageFormat) {
    for (width, height) in [(1, 1), (100, 37), (640, 480), (2048, 2048)] {
      let image = ImageCatalog.Entry(width: width, height: height, format: format)
      #expect(image.encoded == image.decoded, "\(width)x\(height)")
      let graphic = ImageCatalog.Entry(
        width: width, height: height, format: format, content: .graphic)
      #expect(graphic.encoded == image.encoded, "\(width)x\(height)")
    }
  }

  @Test func `only codecs have measured bits per pixel, one value for every size`() {
    for format in ImageFormat.allCases {
      for content in ContentClass.allCases {
        let bits = EncodedSize.measuredBitsPerPixel(format, content)
        #expect(bits?.count == (format.storage == .codec ? 7 : nil), "\(format) \(content)")
      }
    }
    #expect(EncodedSize.measuredSizes.count == 7)
  }
}
