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

  @Test func `a smaller file of equal quality costs nothing`() {
    #expect(price(from: .jpeg, to: .webp) == nil)
    #expect(price(from: .jpeg, to: .jpeg) == nil)
  }
}
