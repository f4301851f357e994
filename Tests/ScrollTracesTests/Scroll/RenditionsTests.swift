import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct RenditionsTests {
  private let photo = ImageCatalog.Entry(width: 800, height: 600, encoded: ByteCount(90_000))

  private func applied(_ text: String, to entry: ImageCatalog.Entry) throws -> ImageCatalog.Entry {
    try Renditions(parsing: text).applied(to: ImageCatalog([entry])).entries[0]
  }

  @Test func `a rendition fits the longer side and scales the file in proportion`()
    throws
  {
    let small = try applied("side=400", to: photo)
    #expect(small.width == 400 && small.height == 300)
    let full = EncodedSize.estimate(width: 800, height: 600, format: .jpeg, content: .photo)
    let less = EncodedSize.estimate(width: 400, height: 300, format: .jpeg, content: .photo)
    let share = Double(less.bytes) / Double(full.bytes)
    #expect(small.encoded.bytes == Int((90_000 * share).rounded()))
  }

  @Test func `a smaller image stays unchanged`() throws {
    #expect(try applied("side=800", to: photo) == photo)
    #expect(try applied("format=jpeg", to: photo) == photo)
  }

  @Test func `a texture has the size of its format and keeps its format`()
    throws
  {
    let texture = try applied("format=astc", to: photo)
    #expect(texture.encoded == texture.decoded)
    #expect(try applied("format=heic", to: texture) == texture)
  }

  @Test func `a file of the same quality has the bytes that were measured at equal quality`() throws
  {
    let photo = ImageCatalog.Entry(width: 1024, height: 768, encoded: ByteCount(100_000))
    let ratio = try #require(EncodedSize.sizeAtQualityOfJPEG(.webp, .photo))[1]
    let webp = try applied("format=webp,quality=same", to: photo)
    #expect(abs(Double(webp.encoded.bytes) - 100_000 * ratio) <= 2)
    #expect(try applied("format=jpeg,quality=same", to: webp).encoded.bytes - 100_000 <= 2)
    #expect(try applied("format=webp", to: photo).encoded.bytes == 58_323)
  }

  @Test func `a format without settings of quality keeps its usual size`() throws {
    let png = ImageCatalog.Entry(width: 1024, height: 768, format: .png)
    #expect(try applied("format=webp,quality=same", to: png) == applied("format=webp", to: png))
    #expect(try applied("format=astc,quality=same", to: photo) == applied("format=astc", to: photo))
  }

  @Test func `items keep their positions, whatever the proportions of their images`() throws {
    let catalog = TraceCatalog(
      listing: ImageCatalog([ImageCatalog.Entry(width: 1000, height: 333), photo]))
    let header = TraceHeader(
      title: "", provenance: "", kind: .synthetic, viewport: ViewportSize(width: 100, height: 200),
      layout: try Layout(parsing: "list"))
    let content = try TraceContent(header: header, catalog: catalog)
    let small = try TraceContent(
      header: header, catalog: catalog.showing(Renditions(parsing: "side=10")))
    #expect(small.placement.ends == content.placement.ends)
    #expect(small.catalog.images.entries.allSatisfy { $0.width <= 10 })
  }

  @Test(arguments: [
    "", "side", "side=0", "side=x", "size=3", "side=3,side=4", "format=jpg2", "side=3,",
    "quality=same", "side=3,quality=same", "format=heic,quality=90",
    "format=heic,quality=same,quality=same",
  ])
  func `an invalid text is an error`(text: String) {
    #expect(throws: Renditions.ParsingError.self) { try Renditions(parsing: text) }
  }

  @Test(arguments: [
    "side=300", "format=heic", "side=300,format=jpeg-2000", "format=heic,quality=same",
  ])
  func `a description reads back unchanged`(text: String) throws {
    let renditions = try Renditions(parsing: text)
    #expect("\(renditions)" == text)
  }
}
