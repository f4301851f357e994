import ScrollDevice
import ScrollSimulation
import Testing

/// Tests of the textures that each loader can show.
struct TextureLoaderTests {
  static let pvrtc = ImageFormat.allCases.filter { $0.texture?.isSquarePowerOfTwo == true }

  @Test(arguments: pvrtc, Loader.Redraw.allCases)
  func `a loader can upload a PVRTC texture but not draw it`(
    format: ImageFormat, decode: Loader.Redraw
  ) {
    var loader = Loader.cached
    loader.decode = decode
    let isUploaded = decode == .none || decode == .lazy
    #expect((loader.objection(to: format) == nil) == isUploaded)
    for other in ImageFormat.allCases where !Self.pvrtc.contains(other) {
      #expect(loader.objection(to: other) == nil, "\(other)")
    }
  }

  @Test func `a loader cannot derive, tile or encode a PVRTC texture`() {
    #expect(Loader.mainThread.objection(to: .pvrtc) == nil)
    var (making, tiling, encoding) = (Loader.mainThread, Loader.mainThread, Loader.mainThread)
    making.variants = .derived
    tiling.tiles = true
    encoding.pngReencode = true
    #expect(making.objection(to: .pvrtc)?.contains("variants=derived") == true)
    #expect(tiling.objection(to: .pvrtc)?.contains("tiles=true") == true)
    #expect(encoding.objection(to: .pvrtc)?.contains("pngReencode=true") == true)
    #expect(making.objection(to: .astc) == nil)
  }

  @Test func `the error names the first image that the loader cannot show`() {
    let images = ImageCatalog(
      [ImageFormat.jpeg, .astc, .pvrtc2, .pvrtc].map {
        ImageCatalog.Entry(width: 8, height: 8, format: $0)
      })
    #expect(Loader.cached.objection(to: images)?.hasSuffix("(image 2 is one)") == true)
    #expect(Loader.mainThread.objection(to: images) == nil)
    #expect(Loader.cached.objection(to: ImageCatalog(Array(images.entries.prefix(2)))) == nil)
  }
}
