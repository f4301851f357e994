import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct CatalogRecipeTests {
  @Test func `a recipe survives parsing and printing`() throws {
    let text =
      "items=5000 seed=7 size=1600x1200:3,600..1600x400..1200:0.5,900..1200@3/4:1 "
      + "mix=jpeg:0.7,heic:0.2,png:0.1 content=photo:0.9,graphic:0.1 origin=network "
      + "bytes=700kB shared=0.1"
    #expect(try CatalogRecipe(parsing: text).description == text)
    let shuffled = text.split(separator: " ").reversed().joined(separator: "  ")
    #expect(try CatalogRecipe(parsing: shuffled).description == text)
  }

  @Test func `random recipes read back unchanged`() throws {
    for seed in UInt64(0)..<200 {
      var random = SeededRandom(seed: seed)
      let recipe = randomRecipe(&random)
      #expect(try CatalogRecipe(parsing: "\(recipe)") == recipe, "seed \(seed)")
    }
  }

  @Test func `omitted fields have defaults`() throws {
    #expect(
      try CatalogRecipe(parsing: "items=3").description
        == "items=3 seed=0 size=1024x768 mix=jpeg content=photo origin=disk")
  }

  @Test(arguments: [
    "items=-3", "items=3 seed=-1", "items=3 seed=18446744073709551616", "items=3 size=0x5",
    "items=3 size=5..2x5", "items=3 size=5", "items=3 size=5@0/1", "items=3 size=100000@1/2",
    "items=3 size=99999999999999999999x1", "items=3 mix=", "items=3 mix=jpeg:",
    "items=3 mix=jpeg:0", "items=3 mix=jpeg:-1,png:2", "items=3 mix=jpeg,", "items=3 bytes=0",
    "items=3 bytes=1e300GB", "items=3 shared=1.5", "items=3 shared=-0.1", "items=3 shared=nan",
    "items", "=3", "items=3 items=3", "3",
  ])
  func `an invalid recipe is an error`(text: String) {
    #expect(throws: CatalogRecipe.ParsingError.self) { try CatalogRecipe(parsing: text) }
  }

  @Test
  func `a recipe with mixes of a hundred parts fits a line, and longer mixes are errors`() throws {
    func text(_ count: Int) -> String {
      let sizes = Array(repeating: "99999..100000x99999..100000:999999999.123456", count: count)
      return "items=1 size=" + sizes.joined(separator: ",")
    }
    let recipe = try CatalogRecipe(parsing: text(100))
    #expect("\(recipe)".utf8.count < 10_000)
    #expect(throws: CatalogRecipe.ParsingError.self) { try CatalogRecipe(parsing: text(101)) }
  }

  @Test func `an expansion follows its shares`() throws {
    let recipe = try CatalogRecipe(
      parsing: "items=20000 seed=3 size=100..200@1/2 mix=jpeg:3,png:1 shared=0.25")
    let (images, items) = recipe.expanded()
    #expect(items.count == 20_000)
    #expect(abs(images.count - 15_000) < 300, "\(images.count) images")
    let pngs = images.entries.count { $0.format == .png }
    #expect(abs(Double(pngs) / Double(images.count) - 0.25) < 0.02, "\(pngs) PNGs")
    #expect(images.entries.allSatisfy { 100...200 ~= $0.width && $0.height == 2 * $0.width })
    let range = Set(images.entries.map(\.width))
    #expect(range.count == 101, "every width occurs")
    // Every image is shown, first in the order of its number.
    var next = 0
    for item in items {
      #expect(item.index <= next)
      next = max(next, Int(item.index) + 1)
    }
    #expect(next == images.count)
  }

  @Test func `an expansion repeats and depends on its seed`() throws {
    let recipe = try CatalogRecipe(parsing: "items=500 seed=3 size=1..9x1..9 shared=0.5")
    let other = try CatalogRecipe(parsing: "items=500 seed=4 size=1..9x1..9 shared=0.5")
    #expect(recipe.expanded() == recipe.expanded())
    #expect(recipe.expanded() != other.expanded())
  }

  @Test func `hybrid images and textures are valid formats`() throws {
    let recipe = try CatalogRecipe(
      parsing: "items=400 seed=2 size=300x200 mix=hybrid,pvrtc,pvrtc-2,astc,astc-6x6,astc-8x8")
    let entries = recipe.expanded().images.entries
    for format in ImageFormat.allCases where format.storage != .codec {
      let image = try #require(entries.first { $0.format == format })
      #expect((image.encoded == image.decoded) == (format != .hybrid), "\(format)")
    }
    #expect(try CatalogRecipe(parsing: recipe.description) == recipe)
  }

  @Test func `a recipe fixes encoded sizes or estimates them`() throws {
    let fixed = try CatalogRecipe(parsing: "items=2 size=800x600 mix=png bytes=700kB")
    #expect(fixed.expanded().images.entries.allSatisfy { $0.encoded == ByteCount(700_000) })
    let estimated = try CatalogRecipe(parsing: "items=2 size=800x600 mix=png")
    #expect(
      estimated.expanded().images.entries.allSatisfy {
        $0.encoded
          == EncodedSize.estimate(width: 800, height: 600, format: .png, content: .photo)
      })
  }

  @Test func `extreme bytes and sizes do not overflow`() throws {
    let catalog = TraceCatalog(
      try CatalogRecipe(parsing: "items=10 size=100000x100000 bytes=100GB"))
    let decoded = catalog.images.entries.reduce(0) { $0 + $1.decoded.bytes }
    #expect(decoded == 400_000_000_000)
  }

  @Test func `an expansion equals the recorded one`() throws {
    let recipe = try CatalogRecipe(
      parsing: "items=8 seed=7 size=600..1200@4/3:6,450..900x450..900:4 mix=jpeg:0.6,png:0.4 "
        + "content=photo:0.8,graphic:0.2 shared=0.5")
    let (images, items) = recipe.expanded()
    let sizes = images.entries.map { "\($0.width)x\($0.height) \($0.format) \($0.content)" }
    #expect(
      sizes == [
        "575x828 png graphic", "662x497 jpeg photo", "873x847 jpeg photo",
        "1050x788 jpeg photo", "888x666 jpeg photo",
      ])
    #expect(items.map(\.index) == [0, 1, 2, 1, 0, 1, 3, 4])
  }
}
