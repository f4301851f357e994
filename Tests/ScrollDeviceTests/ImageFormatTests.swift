import ScrollCore
import ScrollDevice
import Testing

struct ImageFormatTests {
  @Test(arguments: [
    (ImageFormat.pvrtc, 4.0 as Double?), (.pvrtc2, 2), (.astc, 8), (.astc6x6, 128.0 / 36),
    (.astc8x8, 2),
    (.jpeg, nil), (.hybrid, nil),
  ])
  func `only textures have a fixed number of bits per pixel`(
    format: ImageFormat, bits: Double?
  ) {
    #expect(format.bitsPerPixel == bits)
  }

  @Test(arguments: [
    (2048, 2048, ImageFormat.pvrtc, 2_097_152), (2048, 2048, .pvrtc2, 1_048_576),
    (2049, 1, .pvrtc2, 4_194_304), (1024, 768, .pvrtc, 524_288), (9, 3, .pvrtc, 128),
    (1, 1, .pvrtc, 32), (1, 1, .pvrtc2, 16), (2048, 1536, .astc, 3_145_728),
    (2048, 1536, .astc8x8, 786_432), (1, 1, .astc, 16), (5, 4, .astc, 32),
    (7, 13, .astc6x6, 96), (2048, 1536, .astc6x6, 1_400_832), (9, 17, .astc8x8, 96),
  ])
  func `PVRTC is padded to a square power of two, ASTC to whole blocks`(
    width: Int, height: Int, format: ImageFormat, bytes: Int
  ) {
    let image = ImageCatalog.Entry(width: width, height: height, format: format)
    #expect(image.decoded == ByteCount(bytes))
  }

  @Test func `the smallest texture is a sixteenth of its bitmap, not a sixtieth`() {
    let bitmap = ImageCatalog.Entry.bitmap(width: 2048, height: 2048)
    let textures = ImageFormat.allCases.filter { $0.texture != nil }.map {
      ImageCatalog.Entry(width: 2048, height: 2048, format: $0).decoded.bytes
    }
    #expect(textures.min() == bitmap.bytes / 16)
  }

  @Test func `a texture without padding is at most as large as its bitmap`() {
    for format in ImageFormat.allCases {
      guard let layout = format.texture else { continue }
      for (width, height) in [(1, 1), (8, 8), (300, 200), (1025, 1025)] {
        let padded = layout.size(width: width, height: height)
        #expect(padded.width >= width && padded.height >= height)
        let bytes = layout.bytes(width: width, height: height)
        let exact = layout.bitsPerPixel / 8 * Double(padded.width * padded.height)
        #expect(Double(bytes.bytes) >= exact, "\(format) \(width)x\(height)")
      }
    }
  }

  @Test func `the catalog lists every format once, grouped by how it is decoded`() {
    let catalog = Catalog<ImageFormat>.builtIn
    #expect(catalog.entries == ImageFormat.allCases)
    #expect(Set(catalog.kinds) == ["codec", "two codecs", "texture"])
    #expect(ImageFormat.codecs.count == 9)
  }
}
