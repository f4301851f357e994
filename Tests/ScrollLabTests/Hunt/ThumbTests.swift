import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing
import scrollsim_lab

/// Tests that no drawn, changed or crossed gestures exceed what a thumb can do.
struct ThumbTests {
  @Test func `random touches stay within the limits of a thumb`() throws {
    let setup = try HuntSetups.setup("lru")
    for seed in UInt64(0)..<100 {
      for genome in HuntSetups.genomes(seed: seed, in: setup) {
        #expect((1...setup.mostStrokes).contains(genome.strokes.count), "seed \(seed)")
        ThumbLimits.check(HuntScript(genome.strokes).gestures, "seed \(seed)")
      }
    }
  }

  @Test func `a genome has at most 2000 images, all of committed sizes`() throws {
    let setup = try HuntSetups.setup("lru")
    for seed in UInt64(0)..<100 {
      for genome in HuntSetups.genomes(seed: seed, in: setup) {
        let (images, _) = genome.content.recipe.expanded()
        #expect(images.count <= 2000, "seed \(seed)")
        ThumbLimits.check(images, "seed \(seed)")
      }
    }
  }

  /// Tests that each size occurs in the recipe of a committed trace.
  @Test func `committed sizes equal those of the committed traces`() throws {
    let names = [
      "carousel", "large-photos", "magazine", "map-tiles", "photo-library", "product-grid",
      "social-feed", "tall-feed", "photo-grid", "recorded/chat-scrollback", "recorded/doom-scroll",
      "recorded/feed-to-and-fro", "recorded/flick-and-catch", "recorded/page-turning",
      "recorded/photo-grid-session", "recorded/search-and-return", "recorded/slow-reading",
    ]
    let recipes = try names.map { name in
      let trace = try TraceFile.load("\(HuntSetups.root)/Traces/\(name).scroll")
      guard case .generated(let recipe) = trace.catalog.source else { return "" }
      return "\(recipe)"
    }
    for size in PictureSize.committed {
      let text = "\(size.width)x\(size.height)"
      #expect(recipes.contains { $0.contains("=\(text)") || $0.contains(",\(text)") }, "\(text)")
    }
  }

  @Test func `a stroke waits for the minimum pause`() {
    let flick = HuntStroke(pause: 0, .flick(1000))
    let script = HuntScript([flick, flick, HuntStroke(pause: 100, .top)])
    // 60 ms of contact and 100 ms of pause are less than a quarter of a second.
    #expect(script.begins == [100, 350, 600].map { SimTime(milliseconds: $0) })
  }

  @Test func `a trip to the background ends before the next touch`() {
    let script = HuntScript([
      HuntStroke(pause: 100, .background), HuntStroke(pause: 100, .flick(-2000)),
    ])
    #expect(
      script.events == [
        TimedSystemEvent(time: SimTime(milliseconds: 100), event: .background),
        TimedSystemEvent(time: SimTime(milliseconds: 1100), event: .foreground),
      ])
    #expect(script.begins[1] == SimTime(milliseconds: 1200))
  }
}
