import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

struct CatalogPresetTests {
  @Test(arguments: CatalogPreset.all.entries)
  func `every named preset has a valid layout`(preset: CatalogPreset) throws {
    let (found, text) = try CatalogPreset.expand(preset.name)
    #expect(found == preset && text == preset.recipe)
    let trace = try BehaviorGenerator(plan: BehaviorPlan(parsing: "browse=5s"), seed: 1).trace(
      of: CatalogRecipe(parsing: text), on: Layout(parsing: preset.layout),
      in: ViewportSize(width: 390, height: 844))
    #expect(trace.requestStream().images.count > 0)
  }

  @Test func `given fields override those of a preset`() throws {
    let (preset, text) = try CatalogPreset.expand("magazine items=9 mix=png seed=5")
    #expect(preset?.name == "magazine")
    let recipe = try CatalogRecipe(parsing: text)
    #expect(recipe.items == 9 && recipe.seed == 5 && recipe.formats == WeightedMix(.png))
    #expect(recipe.sizes.shares.count == 2)
  }

  @Test
  func `a recipe without a preset stays unchanged, and an unknown preset is an error`() throws {
    let text = "items=9 size=8x8"
    #expect(try CatalogPreset.expand(text) == (nil, text))
    let error = #expect(throws: ChoiceError.self) { try CatalogPreset.expand("magzine items=9") }
    #expect("\(try #require(error))".contains("magazine"))
  }

  @Test func `every other item of a feed is an avatar, the first avatars more often`() throws {
    let recipe = try CatalogRecipe(parsing: "items=4000 seed=3 size=900x900 shared=0.3 avatars=50")
    #expect(try CatalogRecipe(parsing: recipe.description) == recipe)
    let (images, items) = recipe.expanded()
    let authors = stride(from: 0, to: 4000, by: 2).map { Int(items[$0].index) }
    let posts = stride(from: 1, to: 4000, by: 2).map { Int(items[$0].index) }
    #expect(authors.allSatisfy { $0 < 50 } && posts.allSatisfy { $0 >= 50 })
    #expect(images.entries.prefix(50).allSatisfy { $0.width == 132 && $0.format == .jpeg })
    #expect(images.entries.dropFirst(50).allSatisfy { $0.width == 900 })
    // Zipf: the share of the first of 50 is 1 / (1 + 1/2 + ... + 1/50) = 0.2223.
    let counts = (0..<50).map { author in authors.count { $0 == author } }
    #expect(abs(Double(counts[0]) / 2000 - 0.2223) < 0.03)
    #expect(abs(Double(counts[1]) / 2000 - 0.1111) < 0.025)
    #expect(Set(posts).count < 1700)
  }

  @Test func `a recipe without avatars keeps its images`() throws {
    let recipe = try CatalogRecipe(parsing: "items=60 seed=3 size=10..900x20 shared=0.3")
    #expect(!recipe.description.contains("avatars"))
    #expect(recipe == CatalogRecipe(items: 60, seed: 3, sizes: recipe.sizes, shared: 0.3))
  }

  @Test func `a post consists of an avatar and an image below it`() throws {
    let layout = try Layout(parsing: "feed:avatar=40:spacing=10")
    #expect(layout.description == "feed:avatar=40:spacing=10")
    #expect(layout.axis == .vertical)
    let placement = try layout.place(
      (0..<5).map { ImageID($0) }, aspectRatios: [1, 0.5, 1, 2, 1], imageCount: 5,
      in: ViewportSize(width: 100, height: 300))
    #expect(placement.starts == [0, 40, 100, 140, 350])
    #expect(placement.ends == [40, 90, 140, 340, 390])
    #expect(placement.extent == 390)
  }
}
