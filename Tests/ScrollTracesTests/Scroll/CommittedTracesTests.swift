import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

/// The traces in the folder Traces, and what makes them.
struct CommittedTracesTests {
  struct Recipe: Sendable {
    var file: String
    var title: String
    var generator: SessionGenerator
    var catalog: String
    var layout: String
    var viewport: ViewportSize

    func trace() throws -> ScrollTrace {
      try generator.trace(
        title: title, of: CatalogRecipe(parsing: catalog), on: Layout(parsing: layout),
        in: viewport)
    }
  }

  static let recipes = [
    Recipe(
      file: "photo-grid", title: "Photo grid, 3600 photos in three columns",
      generator: SessionGenerator(
        style: .browsing, seed: 21, duration: SimTime(seconds: 240)),
      catalog: "items=3600 seed=21 size=600..1200@4/3:6,450..900@3/4:3,640x640:1 "
        + "mix=jpeg:0.6,heic:0.25,png:0.1,webp:0.05 content=photo:0.85,graphic:0.15 shared=0.05",
      layout: "grid:columns=3:spacing=2", viewport: ViewportSize(width: 320, height: 568)),
    Recipe(
      file: "tall-feed", title: "Feed of tall photos",
      generator: SessionGenerator(style: .browsing, seed: 13, duration: SimTime(seconds: 180)),
      catalog: "items=600 seed=13 size=1080x1350:4,1080x1440:3,1080x1920:3 "
        + "mix=jpeg:0.8,heic:0.2",
      layout: "list:spacing=12", viewport: ViewportSize(width: 390, height: 844)),
    Recipe(
      file: "carousel", title: "Full-screen carousel, one page a second, forth and back",
      generator: SessionGenerator(style: .carousel, seed: 1, duration: SimTime(seconds: 121)),
      catalog: "items=61 size=800x600 mix=png bytes=700kB", layout: "carousel",
      viewport: ViewportSize(width: 320, height: 568)),
  ]

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Traces").path

  @Test(arguments: recipes)
  func `a committed trace equals the output of its generator`(recipe: Recipe) throws {
    let path = "\(Self.folder)/\(recipe.file).scroll"
    let committed = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try TraceFile.bytes(of: recipe.trace()) == committed)
    #expect(try TraceFile.load(path) == recipe.trace())
    #expect(committed.count < 10_000)
  }

  @Test func `the photo grid is long and mixed and scrolls in both directions`() throws {
    let summary = try TraceFile.validate(Self.folder + "/photo-grid.scroll")
    #expect(summary.items >= 3000)
    #expect(summary.formats.count == 4)
    #expect(summary.duration == SimTime(seconds: 240))
    #expect(summary.reversals >= 4)
    #expect(summary.appearances > summary.imagesShown + 500)
  }

  @Test func `the feed is tall`() throws {
    let trace = try TraceFile.load(Self.folder + "/tall-feed.scroll")
    #expect(trace.catalog.images.entries.allSatisfy { $0.height > $0.width })
    #expect(trace.duration == SimTime(seconds: 180))
  }

  // Every touch of the first two is flung, those of the last are slow drags.
  @Test(arguments: [("photo-grid-session", 122), ("feed-to-and-fro", 60), ("slow-reading", 0)])
  func `an imported trace has a gesture for each touch of its recording`(
    name: String, flings: Int
  ) throws {
    let recorded = Self.folder + "/recorded/" + name
    let rows = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: recorded + ".csv")), as: UTF8.self
    ).split(separator: "\n").dropFirst().map { $0.hasSuffix(",1") }
    let touches = zip([false] + rows, rows).count { !$0 && $1 }
    let summary = try TraceFile.validate(recorded + ".scroll")
    #expect(summary.gestures == touches)
    #expect(summary.flings == flings)
    #expect(summary.sampleRate == 60)
  }

  @Test func `the carousel shows every page except the last twice`() throws {
    let trace = try TraceFile.load(Self.folder + "/carousel.scroll")
    let items = (trace.requestStream().items ?? []).map { Int($0.index) }
    let pages = Array(0...60) + (0..<60).reversed()
    #expect(items == pages)
    #expect(trace.catalog.images.entries.allSatisfy { $0.encoded.bytes == 700_000 })
  }

  /// The blocks of the page that are traces.
  static func examples() throws -> [String] {
    let page = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: folder + "/README.md")), as: UTF8.self)
    return page.components(separatedBy: "```\n").filter { $0.hasPrefix("scrollsim-trace") }
  }

  @Test func `the examples of the page are valid traces`() throws {
    let examples = try Self.examples()
    try #require(examples.count == 2)
    let samples = try parsed(examples[0])
    #expect(samples.catalog.items.map(\.index) == [2, 0, 2, 1])
    #expect(samples.motion.times.count == 7)
    #expect(samples.motion.offsets[3] == 52.015625)
    #expect(samples.events.count == 3)
    let gestures = try parsed(examples[1])
    #expect(gestures.summary.gestures == 6)
    #expect(gestures.motion.offsets.first == 120)
    #expect(gestures.catalog.items.count == 500)
    #expect(gestures.duration == SimTime(milliseconds: 13500))
  }

  @Test func `the page names the commands that make the traces`() throws {
    let page = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: Self.folder + "/README.md")),
      as: UTF8.self)
    for recipe in Self.recipes {
      let generator = recipe.generator
      var command = "scrollsim trace generate --style \(generator.style.rawValue)"
      command += " --seed \(generator.seed) --duration \(Int(generator.duration.seconds))s"
      command += " --viewport \(recipe.viewport) --layout \(recipe.layout)"
      command += " --catalogue '\(recipe.catalog)' --title '\(recipe.title)'"
      command += " --output Traces/\(recipe.file).scroll\n"
      #expect(page.contains(command), "\(command)")
    }
  }

  // MARK: Composed traces, and the folder as a whole

  /// A line of the page that composes a trace, cut into its options.
  struct Composed: Sendable, CustomTestStringConvertible {
    var options: [String: String]
    var testDescription: String { options["output"] ?? "" }

    init(_ line: String) {
      // Words, those in single quotes as one.
      let parts = line.components(separatedBy: "'").enumerated().flatMap { index, part in
        index % 2 == 1 ? [part] : part.split(separator: " ").map(String.init)
      }
      options = Dictionary(
        uniqueKeysWithValues: stride(from: 3, to: parts.count - 1, by: 2).map {
          (String(parts[$0].dropFirst(2)), parts[$0 + 1])
        })
    }

    func trace() throws -> ScrollTrace {
      let (preset, recipe) = try CatalogPreset.expand(options["catalogue"] ?? "")
      let sides = (options["viewport"] ?? "390x844").split(separator: "x").compactMap { Double($0) }
      return try BehaviorGenerator(
        plan: BehaviorPlan(parsing: options["behavior"] ?? ""),
        seed: UInt64(options["seed"] ?? "") ?? 0
      ).trace(
        title: options["title"], of: CatalogRecipe(parsing: recipe),
        on: Layout(parsing: preset?.layout ?? ""),
        in: ViewportSize(width: sides[0], height: sides[1]),
        physics: ScrollPhysics(rawValue: options["physics"] ?? "ios") ?? .ios)
    }
  }

  static let page = (try? String(contentsOfFile: folder + "/README.md", encoding: .utf8)) ?? ""

  static let composed = page.split(separator: "\n")
    .filter { $0.hasPrefix("scrollsim trace generate --behavior") }.map { Composed(String($0)) }

  @Test(arguments: composed)
  func `a composed trace equals the output of its command on the page`(composed: Composed) throws {
    let path = composed.options["output"]?.replacing("Traces", with: Self.folder) ?? ""
    let committed = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(try TraceFile.bytes(of: composed.trace()) == committed)
  }

  @Test func `composed traces differ in their physics and their images`() throws {
    try #require(Self.composed.count == 5)
    let traces = try Self.composed.map { try $0.trace() }
    #expect(Set(traces.map(\.header.physics)).count == 4)
    #expect(Set(traces.map(\.header.layout.description)).count == 5)
  }

  @Test func `the page describes every trace, and all traces take at most 5 MB`() throws {
    let files = try #require(FileManager.default.enumerator(atPath: Self.folder))
      .compactMap { $0 as? String }
    var bytes = 0
    for file in files {
      let attributes = try FileManager.default.attributesOfItem(atPath: Self.folder + "/" + file)
      bytes += (attributes[.size] as? Int) ?? 0
      guard file.hasSuffix(".scroll") else { continue }
      // What was hunted has a table of its own.
      let isHunted = file.hasPrefix("adversarial/")
      let page =
        try isHunted
        ? String(contentsOfFile: "\(Self.folder)/adversarial/README.md", encoding: .utf8)
        : Self.page
      let name = isHunted ? String(file.dropFirst("adversarial/".count)) : file
      let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(name)` | ") }
      #expect(row?.hasSuffix(". |") == true, "\(file): \(row ?? "no row")")
    }
    #expect(bytes <= 5_000_000)
  }

  @Test func `at least six recorded traces state that no person scrolled`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/recorded")
      .filter { $0.hasSuffix(".scroll") }
    let headers = try names.map { try TraceFile.load(Self.folder + "/recorded/" + $0).header }
    #expect(headers.allSatisfy { $0.kind == .recorded })
    #expect(headers.allSatisfy { $0.provenance.contains("scripted touches") })
    #expect(headers.count { $0.provenance.contains("scripted touches, no person") } >= 6)
  }
}
