import ScrollCaching
import ScrollCore
import Testing

/// GNUstep's NSCache against recordings of the real one, and its faults by name.
struct NSCacheGNUstepTests {
  private struct Words {
    var names: [String] = []

    mutating func image(_ name: some StringProtocol) -> ImageID {
      let name = String(name)
      if !names.contains(name) { names.append(name) }
      return ImageID(names.firstIndex(of: name) ?? 0)
    }
  }

  @Test func `each version has 37 recordings`() {
    let rows = GNUstepRecordings.rows
    #expect(rows.count { $0.versions.contains(.old) } == 37)
    #expect(rows.count { $0.versions.contains(.head) } == 37)
  }

  @Test(arguments: GNUstepRecordings.rows, GNUstepRecordings.Version.allCases)
  func `the table repeats the recordings of the real NSCache`(
    row: GNUstepRecordings.Row, version: GNUstepRecordings.Version
  ) throws {
    guard row.versions.contains(version) else { return }
    var words = Words()
    var table = GNUstepEntries(
      imageCount: 40, countsWithoutLimit: version == .old,
      evictsObjectsWithDiscardedContent: row.removesDiscarded)
    (table.countLimit, table.costLimit) = (row.count, row.cost)
    for word in row.script.split(whereSeparator: \.isWhitespace) {
      let body = word.prefix { $0 != ">" && $0 != "<" }
      let name = body.drop { "?!^_-".contains($0) }.prefix { !":~*=".contains($0) }
      let number = Int(body.drop { !":~=".contains($0) }.dropFirst()) ?? 0
      switch body.first {
      case "?":
        let image = words.image(name)
        let found = table.get(image)
        #expect(found, "\(word)")
        #expect(table.contents.isDiscarded(image) == body.hasSuffix("*"), "\(word)")
      case "!":
        let found = table.get(words.image(name))
        #expect(!found, "\(word)")
      case "^": table.contents.beginAccess(words.image(name))
      case "_": table.contents.endAccess(words.image(name))
      case "-" where body == "-*": table.removeAll()
      case "-": table.remove(words.image(name))
      case "n" where body.contains("="): table.countLimit = number
      case "c" where body.contains("="): table.costLimit = number
      default:
        table.set(words.image(name), cost: number, isDiscardable: body.contains("~"))
      }
      var gone: [String] = [], told: [String] = []
      table.drain { event in
        switch event {
        case .discarded(let image): gone.append(words.names[Int(image.index)])
        case .told(let image): told.append(words.names[Int(image.index)])
        }
      }
      if body == "-*" { told.sort() }
      let text =
        body + (gone.isEmpty ? "" : ">" + gone.joined(separator: ","))
        + (told.isEmpty ? "" : "<" + told.joined(separator: ","))
      #expect(text == word, "\(row.name)")
    }
    let left = words.names.filter { name in
      table.contains(ImageID(words.names.firstIndex(of: name) ?? 0))
    }.map { name in
      name + (table.contents.isDiscarded(words.image(name)) ? "*" : "")
    }
    #expect(left.sorted().joined(separator: " ") == row.left)
  }

  private func play(_ text: String, count: Int = 0, cost: Int = 0, _ settings: String = "")
    throws -> CacheScript.Outcome
  {
    let choice = try PolicyCatalog.builtIn.choose("nscache-gnustep" + settings)
    return CacheScript(text).play(count: count, cost: cost) { setup in
      var setup = setup
      setup.settings = choice.settings
      return choice.entry.makeModel(setup)
    }
  }

  @Test func `plain images are never evicted`() throws {
    let outcome = try play("a:5 b:5 c:5 d:5", count: 2, cost: 6, ":content=plain")
    #expect(outcome.residents == ["a", "b", "c", "d"])
  }

  @Test func `one read protects an image forever, so the cache exceeds its limit`() throws {
    let outcome = try play("a:1 ?a b:1 ?b c:1 ?c d:1 ?d", count: 2)
    #expect(outcome.residents == ["a", "b", "c", "d"])
  }

  @Test func `an image on screen is content in use and stays`() throws {
    let outcome = try play("a:1 b:1 ^a c:1 _a d:1", count: 2)
    #expect(outcome.removals.map(\.image.index) == [1, 0])
    #expect(outcome.removals.allSatisfy { $0.reason == .count && !$0.notifiesDelegate })
  }

  @Test func `a removed value still counts toward the total`() throws {
    let outcome = try play("a:6 -a>a b:6 c:1", cost: 10)
    #expect(outcome.residents == ["c"])
    #expect(outcome.removals.map(\.reason) == [.removed, .cost])
  }

  @Test
  func `version 1.28.0 discards at every store without a limit, the latest source does not`() throws
  {
    #expect(try play("a b c", ":version=1.28.0").residents == ["c"])
    #expect(try play("a b c", ":version=head").residents == ["a", "b", "c"])
  }

  private func play(_ text: String, _ settings: String) throws -> CacheScript.Outcome {
    try play(text, count: 0, cost: 0, settings)
  }
}
