import ScrollCaching
import ScrollCore
import Testing

/// NSDiscardableContent: its counter, and what caches make of it.
struct DiscardableContentTests {
  private let image = ImageID(0)

  @Test func `a new value is in use until its creator ends the access`() {
    var contents = DiscardableContents(imageCount: 1, isOn: true)
    contents.create(image)
    contents.discardIfPossible(image)
    #expect(contents.isDiscarded(image) == false)
    contents.endAccess(image)
    contents.discardIfPossible(image)
    #expect(contents.isDiscarded(image) == true)
    let began = contents.beginAccess(image)
    #expect(!began)
  }

  @Test func `every begin of an access needs an end`() {
    var contents = DiscardableContents(imageCount: 1, isOn: true)
    contents.create(image, uses: 0)
    let began = (contents.beginAccess(image), contents.beginAccess(image))
    #expect(began == (true, true))
    contents.endAccess(image)
    contents.discardIfPossible(image)
    #expect(contents.isDiscarded(image) == false)
    contents.endAccess(image)
    contents.endAccess(image)
    contents.discardIfPossible(image)
    #expect(contents.isDiscarded(image) == true)
  }

  @Test func `accesses nest, and the content stays until the last one ends`() throws {
    var contents = DiscardableContents(imageCount: 1, isOn: true)
    contents.create(image)
    for depth in 1...5 {
      let began = contents.beginAccess(image)
      #expect(began && contents.useCount(of: image) == depth + 1)
    }
    for depth in (0...5).reversed() {
      contents.discardIfPossible(image)
      #expect(contents.isDiscarded(image) == false, "\(depth) uses left")
      try contents.use(image)
      try contents.endUse(image)
      #expect(contents.useCount(of: image) == depth)
    }
    contents.discardIfPossible(image)
    #expect(contents.isDiscarded(image) == true)
  }

  @Test func `an access without a begin is an error`() {
    var contents = DiscardableContents(imageCount: 1, isOn: true)
    contents.create(image, uses: 0)
    #expect(
      Self.error { () throws(DiscardableContentError) in try contents.use(image) }
        == .accessWithoutBegin(image))
    contents.discardIfPossible(image)
    #expect(
      Self.error { () throws(DiscardableContentError) in try contents.use(image) }
        == .contentIsDiscarded(image))
    #expect(
      Self.error { () throws(DiscardableContentError) in try contents.endUse(image) }
        == .endWithoutBegin(image))
    let plain = DiscardableContents(imageCount: 1, isOn: false)
    #expect(Self.error { () throws(DiscardableContentError) in try plain.use(image) } == nil)
  }

  private static func error(
    _ body: () throws(DiscardableContentError) -> Void
  ) -> DiscardableContentError? {
    do { try body() } catch { return error }
    return nil
  }

  @Test func `plain values are never discarded`() {
    var contents = DiscardableContents(imageCount: 1, isOn: false)
    contents.create(image, uses: 0)
    contents.discardIfPossible(image)
    let began = contents.beginAccess(image)
    #expect(contents.isDiscarded(image) == false)
    #expect(!began)
  }

  enum Reading: String, CaseIterable, Sendable {
    case lru = "nscache-lru"
    case arc = "nscache-arc"
    case winobjc = "nscache-winobjc"

    func make(
      count: Int? = nil, cost: Int? = nil, prunes: Bool = true
    ) throws -> (any CacheModel, (ImageID) -> Bool) {
      let choice = try PolicyCatalog.builtIn.choose(
        "\(rawValue):content=discardable:evictsObjectsWithDiscardedContent=\(prunes)")
      let setup = PolicySetup(
        imageCount: 8, limits: CacheLimits(cost: cost, count: count), settings: choice.settings)
      let model = choice.entry.makeModel(setup)
      return (
        model,
        { image in
          switch model {
          case let model as NSCacheLRU: model.contents.isDiscarded(image)
          case let model as NSCacheARC: model.contents.isDiscarded(image)
          default: false
          }
        }
      )
    }
  }

  private func request(_ image: Int, cost: Int = 0) -> Request {
    Request(image: ImageID(image), cost: cost, time: .zero)
  }

  // Observed on Apple's systems.
  @Test(arguments: Reading.allCases, [true, false])
  func `a value over the limit is evicted at once with its content`(
    reading: Reading, prunes: Bool
  ) throws {
    let (model, isDiscarded) = try reading.make(cost: 50, prunes: prunes)
    _ = model.store(request(0, cost: 100), as: .viewed)
    #expect(!model.contains(ImageID(0)) && isDiscarded(ImageID(0)))
  }

  @Test func `a value without content keeps its cost until its eviction`() throws {
    let (model, isDiscarded) = try Reading.lru.make(cost: 10, prunes: false)
    _ = model.store(request(0, cost: 3), as: .viewed)
    _ = model.store(request(1, cost: 6), as: .viewed)
    model.remove(ImageID(1), because: .discarded)
    #expect(!model.contains(ImageID(1)) && isDiscarded(ImageID(1)))
    // 3 + 6 + 3 is too much: the oldest leaves, which still has its content.
    _ = model.store(request(2, cost: 3), as: .viewed)
    #expect(!model.contains(ImageID(0)) && model.contains(ImageID(2)))
  }

  // Observed on Apple's systems. Without the flag the object is found, but there is no image in
  // it to show: to a simulation that is a miss as well.
  @Test(arguments: Reading.allCases)
  func `a read removes a value without content`(reading: Reading) throws {
    for prunes in [true, false] {
      let (model, _) = try reading.make(count: 2, prunes: prunes)
      _ = model.store(request(0), as: .viewed)
      _ = model.store(request(1), as: .viewed)
      model.remove(ImageID(0), because: .discarded)
      #expect(!model.contains(ImageID(0)))
      // Read, it makes room or is renewed; then the third image needs no room or evicts 1.
      #expect(!model.lookup(request(0)))
      _ = model.store(request(2), as: .viewed)
      #expect(model.contains(ImageID(1)) == prunes, "\(prunes)")
    }
  }

  @Test(arguments: Reading.allCases)
  func `an empty shell counts toward the limits until its eviction`(reading: Reading) throws {
    let (model, _) = try reading.make(count: 2)
    _ = model.store(request(0), as: .viewed)
    _ = model.store(request(1), as: .viewed)
    model.remove(ImageID(1), because: .discarded)
    // 0 is older than the shell of 1 and goes first.
    _ = model.store(request(2), as: .viewed)
    #expect(!model.contains(ImageID(0)) && model.residentCount == 1)
    _ = model.store(request(3), as: .viewed)
    #expect(model.contains(ImageID(2)) && model.residentCount == 2)
  }

  // Observed on Apple's systems.
  @Test(arguments: Reading.allCases)
  func `a removed value keeps its content while it is in use`(reading: Reading) throws {
    let (model, isDiscarded) = try reading.make()
    _ = model.store(request(0), as: .viewed)
    _ = model.store(request(1), as: .viewed)
    model.pin(ImageID(0))
    model.remove(ImageID(0), because: .removed)
    model.remove(ImageID(1), because: .removed)
    #expect(!isDiscarded(ImageID(0)) && isDiscarded(ImageID(1)))
  }

  @Test(arguments: Reading.allCases)
  func `content in use is not discarded`(reading: Reading) throws {
    let (model, _) = try reading.make()
    _ = model.store(request(0), as: .viewed)
    model.pin(ImageID(0))
    model.remove(ImageID(0), because: .discarded)
    #expect(model.contains(ImageID(0)))
    model.unpin(ImageID(0))
    model.remove(ImageID(0), because: .discarded)
    #expect(!model.contains(ImageID(0)))
  }

  @Test(arguments: ["nscache-lru", "nscache-arc", "nscache-docs"])
  func `discardable images survive the background, plain ones do not`(name: String) throws {
    for (content, left) in [("plain", 0), ("discardable", 2)] {
      let choice = try PolicyCatalog.builtIn.choose("\(name):content=\(content)")
      let model = choice.entry.makeModel(
        PolicySetup(imageCount: 2, limits: CacheLimits(count: 5), settings: choice.settings))
      for image in 0..<2 { _ = model.store(request(image), as: .viewed) }
      model.didEnterBackground(at: .zero)
      #expect(model.residentCount == left, "\(content)")
    }
  }
}
