import ScrollCaching
import ScrollCore
import ScrollLaws
import TestSupport
import Testing

/// The worlds that are generated: well-formed, small, and tight in half of the cases.
struct ScriptGeneratorsTests {
  static let names = PolicyCatalog.builtIn.entries.map(\.name)

  static func draw(
    _ generator: Generator<Script>, _ seeds: Range<UInt64>, _ visit: (UInt64, Script) throws -> Void
  ) rethrows {
    for seed in seeds {
      var choices = Choices(seed: seed, size: min(1, 0.1 + Double(seed) / 200))
      try visit(seed, generator.draw(&choices))
    }
  }

  @Test(arguments: names)
  func `every script is valid and reads back from its picture`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    for arena in ScriptKind.allCases {
      try Self.draw(ScriptGenerators.arena(arena, for: descriptor), 0..<(isNightly ? 700 : 250)) {
        seed, script in
        let place: Comment = "\(name), \(arena), seed \(seed)"
        #expect(script.suits(arena), place)
        #expect(script.costs.allSatisfy { $0 >= 0 }, place)
        #expect((1...128).contains(script.imageCount), place)
        #expect(script.reloads.isEmpty || script.reloads.count == script.imageCount, place)
        // Reading checks that every image and item that is named is there.
        let picture = "\(script)"
        let read = try Script(picture)
        #expect(read == script, "\(picture)\n\(place)")
        _ = try SettingValues(
          script.settings.map { ($0.name, $0.value) }, for: descriptor.settings, of: name)
      }
    }
  }

  @Test(arguments: names)
  func `scroll sessions are well-formed`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    try Self.draw(ScriptGenerators.scrollSessions(for: descriptor), 0..<400) { seed, script in
      let read = try Script("\(script)")
      #expect(read == script, "\(script)\nseed \(seed)")
      #expect(script.screen > 0 && script.placement.count > 0, "seed \(seed)")
    }
  }

  @Test(arguments: names)
  func `walks move by single steps`(name: String) throws {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    Self.draw(ScriptGenerators.walks(for: descriptor), 0..<300) { seed, script in
      let steps = zip(script.requests, script.requests.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { abs($0) <= 1 }, "\(script)\nseed \(seed)")
    }
  }

  @Test(arguments: names)
  func `half of the caches are tight, and half have at most 3 images too many`(name: String) throws
  {
    let descriptor = try PolicyCatalog.builtIn.choose(name).entry
    let least = max(1, descriptor.facts.smallestUsefulCapacity)
    let tight = least...least + 4
    let generators = [
      ScriptGenerators.streams(for: descriptor), ScriptGenerators.walks(for: descriptor),
      ScriptGenerators.catalogs(for: descriptor),
    ]
    for generator in generators {
      var (scripts, tightOnes, fewImages) = (0, 0, 0)
      Self.draw(generator, 0..<2000) { seed, script in
        guard let room = script.limits.count else { return }
        scripts += 1
        #expect(room >= least, "seed \(seed)")
        tightOnes += tight.contains(room) ? 1 : 0
        fewImages += script.imageCount - room <= 3 ? 1 : 0
      }
      #expect(scripts >= 300)
      #expect(tightOnes * 2 >= scripts, "\(tightOnes) of \(scripts)")
      #expect(fewImages * 2 >= scripts, "\(fewImages) of \(scripts)")
    }
  }

  @Test func `policies that need the future receive only requests`() throws {
    let belady = try PolicyCatalog.builtIn.choose("belady").entry
    Self.draw(ScriptGenerators.operations(for: belady), 0..<300) { seed, script in
      #expect(
        script.operations.allSatisfy {
          if case .request = $0 { true } else if case .run = $0 { true } else { false }
        }, "\(script)\nseed \(seed)")
    }
  }

  @Test func `pressure occurs at every level, with time in between`() {
    var kinds = Set<String>()
    for seed in UInt64(0)..<100 {
      var choices = Choices(seed: seed)
      let operations = ScriptGenerators.pressureScripts.draw(&choices)
      #expect(operations.count <= 12)
      kinds.formUnion(operations.map { "\($0)" })
    }
    #expect(kinds.count == 8, "\(kinds.sorted())")
  }
}
