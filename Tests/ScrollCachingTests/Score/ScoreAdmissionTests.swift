import ScrollCaching
import ScrollCore
import Testing

/// Tests of the images that a formula admits, and of its figures for images outside the cache.
struct ScoreAdmissionTests {
  @Test(arguments: [
    ("1", true), ("0", false), ("-1", false), ("0 / 0", true), ("1 / 0", true), ("-1 / 0", false),
    ("a", true), ("a:a=0", false), ("a - b:b=0.5", true), ("age + idle + hits", false),
    ("uses", false), ("viewed", true), ("prefetched", false), ("bytes - 2", true),
    ("3 - cost", false), ("pressure", false), ("1 - velocity", true),
  ])
  func `a formula admits an image if its value is above 0 or NaN`(
    formula: String, isStored: Bool
  ) throws {
    let cache = try ScoredCache("idle:admit=\(formula)")
    #expect(cache.store(0, cost: 3) == isStored)
    #expect(cache.residents == (isStored ? [0] : []))
  }

  @Test func `a formula may refuse a prefetched image and admit a viewed one`() throws {
    let cache = try ScoredCache("idle:admit=viewed - pressure")
    #expect(!cache.store(0, as: .prefetched) && cache.store(1, as: .viewed))
    cache.press(.warning)
    #expect(!cache.store(2, as: .viewed))
    cache.press(.normal)
    #expect(cache.store(2, as: .viewed))
  }

  @Test func `a formula may admit images by their position`() throws {
    let cache = try ScoredCache("idle:admit=2 - gap", placement: ItemPlacement(line: 4))
    cache.look(0, 1)
    #expect(cache.store(2) && !cache.store(3))
    cache.look(1, 2)
    #expect(cache.store(3))
  }

  @Test func `a refusal keeps the old value and evicts nothing`() throws {
    let cache = try ScoredCache("idle:admit=4 - cost", room: 5)
    cache.store(0, cost: 3)
    cache.store(1, cost: 2)
    #expect(!cache.store(0, cost: 4))
    #expect(cache.residents == [0, 1] && cache.model.totalCost == 5)
  }

  @Test func `uses count requests inside and outside the cache`() throws {
    let cache = try ScoredCache("-uses:admit=uses - 1", room: 1)
    #expect(!cache.serve(0) && cache.serve(0) && cache.serve(0))
    // Another one takes its place, and what was asked for three times comes back at once.
    #expect(!cache.serve(1) && cache.serve(1))
    #expect(cache.residents == [1])
    #expect(cache.serve(0))
    #expect(cache.residents == [0])
  }

  @Test func `stores and prefetches do not count as uses`() throws {
    let cache = try ScoredCache("uses")
    for image in [0, 1, 2] { cache.store(image, as: image == 1 ? .prefetched : .viewed) }
    cache.ask(for: 2)
    #expect(cache.emptied() == [2, 0, 1])
  }

  @Test(arguments: [(4096, true), (4097, false)])
  func `a policy remembers a limited number of images outside the cache`(
    images: Int, isRemembered: Bool
  ) throws {
    #expect(ScoreVariable.mostRemembered == 4096)
    let cache = try ScoredCache("idle:admit=uses - 1", images: 5000)
    for image in 0..<images { #expect(!cache.serve(image)) }
    #expect(cache.serve(0) == isRemembered)
    // The one asked for last is remembered in any case.
    #expect(cache.serve(images - 1))
  }

  @Test func `a policy always remembers its residents`() throws {
    let cache = try ScoredCache("-uses:admit=uses - 1", images: 6000, room: 2)
    for _ in 0..<3 { cache.serve(0) }
    for _ in 0..<2 { cache.serve(1) }
    for image in 2..<5500 { cache.ask(for: image) }
    // Of three uses and two, two leave for the newcomer.
    for _ in 0..<2 { cache.serve(5500) }
    #expect(cache.residents == [0, 5500])
  }

  @Test(arguments: [
    (
      "score: bytez",
      "score 'bytez', character 1 ('bytez'): there is no such variable; did you mean 'bytes'?"
    ),
    (
      "score: idle:admit=uses -",
      "admit of score 'uses -', character 7 (the end): expected a number, a variable, a function "
        + "or '('"
    ),
    (
      "score: a:a=1e7",
      "setting 'a' of 'score' is '1e7'; expected a number from -1000000 to 1000000"
    ),
    ("score: e:e=1", "score 'e', character 1 ('e'): there is no such variable; there are distance"),
    ("score: a:a=1:a=2", "'score: a:a=1:a=2' sets 'a' twice; expected it once"),
    (
      "score: a:admit", "'admit' in 'score: a:admit' is not a setting; expected NAME[:KEY=VALUE...]"
    ),
  ])
  func `an invalid policy is an error with a message`(policy: String, sentence: String) {
    let error = #expect(throws: ChoiceError.self) { try PolicyCatalog.builtIn.choose(policy) }
    let said = error.map { "\($0)" } ?? "nothing"
    #expect(said.hasPrefix(sentence), "\(said)")
  }

  @Test func `only a formula with positions follows the viewport`() throws {
    func follows(_ policy: String) throws -> Bool {
      let choice = try PolicyCatalog.builtIn.choose(policy)
      return choice.entry.followsViewport(choice.settings)
    }
    for policy in ["score: idle * bytes + uses - pressure", "score: a - age", "lru"] {
      #expect(try !follows(policy), "\(policy)")
    }
    for policy in ["score: idle:admit=1 - gap", "score: velocity", "distance"] {
      #expect(try follows(policy), "\(policy)")
    }
  }
}
