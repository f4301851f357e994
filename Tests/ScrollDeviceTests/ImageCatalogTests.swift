import ScrollCore
import ScrollDevice
import Testing

struct ImageCatalogTests {
  @Test(arguments: [
    (2048, 1536, 12_582_912), (800, 600, 1_920_000), (15, 10, 640), (16, 10, 640),
    (17, 10, 1280), (1, 1, 64),
  ])
  func `a bitmap has 4 bytes per pixel in rows aligned to 64`(
    width: Int, height: Int, bytes: Int
  ) {
    #expect(ImageCatalog.Entry.bitmap(width: width, height: height) == ByteCount(bytes))
    #expect(ImageCatalog.Entry(width: width, height: height).decoded == ByteCount(bytes))
  }

  @Test func `the catalog keeps a given encoded size and estimates a missing one`() {
    let given = ImageCatalog.Entry(
      width: 800, height: 600, format: .png, encoded: ByteCount(700_000))
    #expect(given.encoded == ByteCount(700_000))
    let estimated = ImageCatalog.Entry(width: 800, height: 600, format: .png)
    #expect(
      estimated.encoded
        == EncodedSize.estimate(width: 800, height: 600, format: .png, content: .photo))
  }

  @Test func `the catalog finds an image by its number`() {
    let catalog = ImageCatalog([.init(width: 1, height: 2), .init(width: 3, height: 4)])
    #expect(catalog.count == 2)
    #expect(catalog[ImageID(1)].pixels == 12)
  }

  @Test(arguments: [nil, ByteCount(700_001), ByteCount(3), ByteCount(1)])
  func `the two files of a hybrid image share its size in proportion to their estimates`(
    total: ByteCount?
  ) {
    let estimated = ImageCatalog.Entry(width: 800, height: 600, format: .hybrid)
    let image = ImageCatalog.Entry(width: 800, height: 600, format: .hybrid, encoded: total)
    let (color, mask) = image.encodedParts
    #expect(color + mask == image.encoded)
    #expect(color > .zero && mask >= .zero)
    let jpeg = ImageCatalog.Entry(width: 800, height: 600, format: .jpeg).encoded
    if total == nil { #expect(color == jpeg) }
    let share = Double(jpeg.bytes) / Double(estimated.encoded.bytes)
    #expect(abs(Double(color.bytes) - share * Double(image.encoded.bytes)) <= 0.5)
  }

  @Test(arguments: ImageFormat.allCases.filter { $0 != .hybrid })
  func `an image that is not hybrid is all color`(format: ImageFormat) {
    let image = ImageCatalog.Entry(
      width: 80, height: 60, format: format, encoded: ByteCount(1234))
    #expect(image.encodedParts == (ByteCount(1234), .zero))
  }
}
