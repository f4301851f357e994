import ScrollCore
import ScrollDevice
import ScrollSweeps
import Testing

@Suite struct PriceTests {
  private func price(
    from old: ImageFormat, to new: ImageFormat, isSoft: Bool = false
  ) -> Price? {
    func images(_ format: ImageFormat) -> ImageCatalog {
      ImageCatalog([ImageCatalog.Entry(width: 400, height: 300, format: format)])
    }
    return Price(images(new), inPlaceOf: images(old), isSoft: isSoft)
  }

  @Test func `a texture in place of a JPEG costs several times its bytes`() throws {
    let price = try #require(self.price(from: .jpeg, to: .astc))
    #expect(price.bytes > 2 && !price.isLossy)
    #expect(price.words.hasSuffix(" times the bytes"), "\(price.words)")
  }

  @Test func `a lossy format in place of a lossless one costs quality`() throws {
    #expect(price(from: .png, to: .webp)?.words == "some loss of quality")
  }

  @Test func `thumbnails smaller than their cells cost pixels`() {
    #expect(
      price(from: .jpeg, to: .jpeg, isSoft: true)?.words == "fewer pixels than the cells have")
  }

  private func quality(from old: [ImageFormat], to new: ImageFormat, same: Bool = true) -> String {
    let images = [old.map { _ in new }, old].map {
      ImageCatalog($0.map { ImageCatalog.Entry(width: 400, height: 300, format: $0) })
    }
    return QualityText(images[0], inPlaceOf: images[1], keepsQuality: same).text
  }

  @Test func `formats that can have equal quality are compared at equal quality`() {
    #expect(quality(from: [.jpeg], to: .heic) == "equal quality (PSNR)")
    #expect(quality(from: [.webp], to: .avif) == "equal quality (PSNR)")
    #expect(quality(from: [.jpeg], to: .heic, same: false) == "37.7 dB instead of 34.3 dB (PSNR)")
  }

  @Test func `other formats have the quality of both sides`() {
    #expect(quality(from: [.jpeg], to: .astc) == "44.0 dB instead of 34.3 dB (PSNR)")
    #expect(quality(from: [.png], to: .webp) == "34.4 dB instead of no loss (PSNR)")
    #expect(quality(from: [.tiff], to: .png) == "equal quality (PSNR)")
  }

  private static let mixes: [(old: [ImageFormat], new: ImageFormat, text: String)] = [
    ([.jpeg, .webp, .webp, .png], .jpeg, "equal quality (PSNR; 25 %: 34.3 dB instead of no loss)"),
    ([.heic, .png, .png, .png], .jpeg, "34.3 dB instead of no loss (PSNR; 25 %: equal quality)"),
    ([.jpeg, .png], .jpeg, "34.3 dB instead of no loss (PSNR)"),
    ([.jpeg, .heic], .astc, "44.0 dB instead of 34 to 38 dB (PSNR)"),
    ([.jpeg, .heic, .png], .astc, "44.0 dB instead of 34 dB to no loss (PSNR)"),
    ([.jpeg, .webp], .astc, "44.0 dB instead of 34 dB (PSNR)"),
    ([.heic, .pvrtc], .astc, "44.0 dB instead of unknown quality (PSNR)"),
  ]

  @Test(arguments: 0..<mixes.count)
  func `images in several formats have the qualities of all`(mix: Int) {
    let (old, new, text) = Self.mixes[mix]
    #expect(quality(from: old, to: new) == text)
  }

  @Test func `a file of the quality of the present one costs no quality`() {
    func price(from old: ImageFormat, to new: ImageFormat) -> Price? {
      let images = [new, old].map {
        ImageCatalog([ImageCatalog.Entry(width: 400, height: 300, format: $0)])
      }
      return Price(images[0], inPlaceOf: images[1], keepsQuality: true)
    }
    #expect(price(from: .heic, to: .webp) == nil)
    #expect(price(from: .png, to: .webp)?.isLossy == true)
  }

  @Test func `a smaller file of equal quality costs nothing`() {
    #expect(price(from: .jpeg, to: .webp) == nil)
    #expect(price(from: .jpeg, to: .jpeg) == nil)
  }
}
