public import ScrollCore
public import ScrollDevice

/// The recipe of a trace's images, in one line: `items=5000 seed=7 size=1600x1200:3,1200x1600
/// mix=jpeg:0.7,heic:0.2,png:0.1 shared=0.1`.
///
/// Images are drawn item by item, in scroll order. With probability `shared` the item shows the
/// image of an earlier item, each earlier image with the same probability. Otherwise a new image is
/// drawn: its size first, then format, content class and origin. A mix with only one alternative
/// uses no random number. The same recipe gives the same catalog on every machine.
///
/// With `avatars` the first, third, fifth item and so on show the picture of an author
/// (`AvatarPool`). These pictures are the first images of the catalog; `shared` affects only the
/// other items.
public struct CatalogRecipe: Sendable, Equatable {
  /// The number of items, `1...2000000`.
  public let items: Int
  public let seed: UInt64
  public let sizes: WeightedMix<SizeRule>
  public let formats: WeightedMix<ImageFormat>
  public let contents: WeightedMix<ContentClass>
  public let origins: WeightedMix<ImageOrigin>
  /// The encoded size of every image; `nil` for an estimate from pixels, format and content.
  public let encoded: ByteCount?
  /// The probability that an item shows the image of an earlier item, `0...1`, six decimals.
  public let shared: Double
  /// The number of authors with a picture, up to a million; 0 for images without authors.
  public let avatars: Int

  /// Creates a recipe.
  /// - Precondition: `items` is from 1 to 10 million, `encoded` from 1 byte to 100 GB, `shared`
  ///   from 0 to 1, `avatars` from 0 to a million.
  public init(
    items: Int, seed: UInt64 = 0, sizes: WeightedMix<SizeRule> = CatalogRecipe.photoSizes,
    formats: WeightedMix<ImageFormat> = WeightedMix(.jpeg),
    contents: WeightedMix<ContentClass> = WeightedMix(.photo),
    origins: WeightedMix<ImageOrigin> = WeightedMix(.disk), encoded: ByteCount? = nil,
    shared: Double = 0, avatars: Int = 0
  ) {
    precondition(avatars == 0 || AvatarPool.counts ~= avatars, "\(avatars) authors")
    precondition(1...TraceLimits.items ~= items, "\(items) items")
    precondition(0...1 ~= shared, "\(shared) is no probability")
    precondition(
      encoded.map { 1...TraceLimits.encodedBytes ~= $0.bytes } ?? true, "no size of an image")
    self.items = items
    self.seed = seed
    self.sizes = sizes
    self.formats = formats
    self.contents = contents
    self.origins = origins
    self.encoded = encoded
    self.shared = Millionths(shared).double
    self.avatars = avatars
  }

  /// The default sizes: 1024x768.
  public static let photoSizes: WeightedMix<SizeRule> = {
    guard let size = SizeRule(width: 1024...1024, height: .pixels(768...768)) else {
      preconditionFailure("1024x768 is a size")
    }
    return WeightedMix(size)
  }()

  /// Returns the images, and the image of every item.
  /// - Complexity: O(items).
  public func expanded() -> (images: ImageCatalog, items: [ImageID]) {
    var random = SeededRandom(seed: seed)
    let sharedMillionths = Int(Millionths(shared).units)
    var entries: [ImageCatalog.Entry] = []
    // A growing array would hold the entries twice.
    entries.reserveCapacity(items + avatars)
    var shown: [ImageID] = []
    shown.reserveCapacity(items)
    for _ in 0..<avatars { entries.append(AvatarPool.image(from: origins.draw(&random))) }
    let authors = avatars > 0 ? AvatarPool(avatars) : nil
    for item in 0..<items {
      if let authors, item.isMultiple(of: 2) {
        shown.append(ImageID(authors.draw(&random)))
      } else if sharedMillionths > 0, entries.count > avatars,
        random.below(1_000_000) < sharedMillionths
      {
        shown.append(ImageID(avatars + random.below(entries.count - avatars)))
      } else {
        shown.append(ImageID(entries.count))
        entries.append(drawImage(&random))
      }
    }
    return (ImageCatalog(entries), shown)
  }

  private func drawImage(_ random: inout SeededRandom) -> ImageCatalog.Entry {
    let (width, height) = sizes.draw(&random).draw(&random)
    let format = formats.draw(&random)
    let content = contents.draw(&random)
    return ImageCatalog.Entry(
      width: width, height: height, format: format, content: content, encoded: encoded,
      origin: origins.draw(&random))
  }
}

extension CatalogRecipe {
  /// The error of an invalid part of a recipe.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    /// The parameter, or `recipe`.
    public let field: String
    public let found: TraceError.Found
    public let expected: String

    public var description: String {
      switch found {
      case .text(let text) where field == "recipe":
        "the catalogue has no setting '\(text)'; expected \(expected)"
      case .text(let text): "'\(field)' of the catalogue is '\(text)'; expected \(expected)"
      case .fact(let fact): "'\(field)' of the catalogue \(fact); expected \(expected)"
      }
    }
  }

  /// Parses a recipe, `items=5000 seed=7 mix=jpeg:0.7,png:0.3`, with parameters in any order.
  /// - Throws: `ParsingError` for the first parameter that is unknown, doubled, missing or invalid.
  public init(parsing text: String) throws(ParsingError) {
    try self.init(parsing: Array(text.utf8)[...])
  }

  init(parsing text: ArraySlice<UInt8>) throws(ParsingError) {
    var knobs = RecipeParameters()
    var rest = text.trimmed
    while !rest.isEmpty {
      var value = rest.popField(before: UInt8(ascii: " "))
      rest = rest.trimmed
      let written = value
      let name = value.popField(before: UInt8(ascii: "=")).text
      guard name.utf8.count < written.count else {
        throw ParsingError(
          field: "recipe", found: .text(ClippedText(bytes: written)),
          expected: "settings such as items=5000")
      }
      try knobs.set(name, to: value)
    }
    guard let items = knobs.items else {
      throw ParsingError(
        field: "items", found: .fact("is missing"), expected: RecipeParameters.itemsExpectation)
    }
    self.init(
      items: items, seed: knobs.seed ?? 0, sizes: knobs.sizes ?? Self.photoSizes,
      formats: knobs.formats ?? WeightedMix(.jpeg),
      contents: knobs.contents ?? WeightedMix(.photo),
      origins: knobs.origins ?? WeightedMix(.disk), encoded: knobs.encoded,
      shared: knobs.shared ?? 0, avatars: knobs.avatars ?? 0)
  }
}

extension CatalogRecipe: CustomStringConvertible {
  /// The recipe as written in a file, with every parameter except defaults.
  ///
  /// The text leaves out `bytes` if sizes are estimated, `shared` if no image is shared, and
  /// `avatars` if there are none.
  public var description: String {
    var text = "items=\(items) seed=\(seed)"
    text += " size=\(Self.text(sizes) { "\($0)" })"
    text += " mix=\(Self.text(formats, \.rawValue))"
    text += " content=\(Self.text(contents, \.rawValue))"
    text += " origin=\(Self.text(origins, \.rawValue))"
    if let encoded { text += " bytes=\(Self.text(encoded))" }
    if shared > 0 { text += " shared=\(Millionths(shared).text)" }
    if avatars > 0 { text += " avatars=\(avatars)" }
    return text
  }

  private static func text<Value>(
    _ mix: WeightedMix<Value>, _ name: (Value) -> String
  ) -> String {
    guard mix.shares.count > 1 else { return name(mix.shares[0].value) }
    return mix.shares.map { "\(name($0.value)):\(Millionths($0.weight).text)" }.joined(
      separator: ",")
  }

  private static func text(_ size: ByteCount) -> String {
    size.bytes % 1000 == 0 ? "\(size.bytes / 1000)kB" : "\(size)"
  }
}

/// The parameters of a recipe while it is parsed.
private struct RecipeParameters {
  var items: Int?
  var seed: UInt64?
  var sizes: WeightedMix<SizeRule>?
  var formats: WeightedMix<ImageFormat>?
  var contents: WeightedMix<ContentClass>?
  var origins: WeightedMix<ImageOrigin>?
  var encoded: ByteCount?
  var shared: Double?
  var avatars: Int?

  static let itemsExpectation = "a whole number from 1 to \(TraceLimits.items)"

  typealias Failure = CatalogRecipe.ParsingError

  mutating func set(_ name: String, to value: ArraySlice<UInt8>) throws(Failure) {
    switch name {
    case "items":
      try Self.assign(&items, name, value, Self.itemsExpectation) {
        $0.wholeNumber.flatMap { 1...TraceLimits.items ~= $0 ? $0 : nil }
      }
    case "seed":
      try Self.assign(&seed, name, value, "a whole number from 0 to \(UInt64.max)") {
        $0.first == UInt8(ascii: "+") ? nil : UInt64($0.text)
      }
    case "size":
      try Self.assign(&sizes, name, value, SizeRule.expectation) {
        Self.mix($0) { SizeRule(parsing: $0) }
      }
    case "mix":
      try Self.assign(&formats, name, value, Self.mixExpectation(ImageFormat.self), Self.mix)
    case "content":
      try Self.assign(&contents, name, value, Self.mixExpectation(ContentClass.self), Self.mix)
    case "origin":
      try Self.assign(&origins, name, value, Self.mixExpectation(ImageOrigin.self), Self.mix)
    case "bytes":
      try Self.assign(&encoded, name, value, "an amount from 1 byte to 100 GB such as 700kB") {
        ByteCount(parsing: $0.text)
          .flatMap { 1...TraceLimits.encodedBytes ~= $0.bytes ? $0 : nil }
      }
    case "shared":
      try Self.assign(&shared, name, value, "a probability from 0 to 1, at most 6 decimals") {
        Millionths(parsing: $0).flatMap { 0...1_000_000 ~= $0.units ? $0.double : nil }
      }
    case "avatars":
      try Self.assign(&avatars, name, value, "a number of authors from 1 to 1000000") {
        $0.wholeNumber.flatMap { AvatarPool.counts ~= $0 ? $0 : nil }
      }
    default:
      throw Failure(
        field: "recipe", found: .text(ClippedText(name)),
        expected: "items, seed, size, mix, content, origin, bytes, shared or avatars")
    }
  }

  private static func assign<Value>(
    _ place: inout Value?, _ name: String, _ text: ArraySlice<UInt8>, _ expected: String,
    _ parse: (ArraySlice<UInt8>) -> Value?
  ) throws(Failure) {
    guard place == nil else {
      throw Failure(
        field: name, found: .fact("is given twice"), expected: "every knob once")
    }
    guard let value = parse(text) else {
      throw Failure(field: name, found: .text(ClippedText(bytes: text)), expected: expected)
    }
    place = value
  }

  private static func mixExpectation<Word: CaseIterable & RawRepresentable<String>>(
    _ type: Word.Type
  ) -> String {
    "a list such as \(mixExample(Array(type.allCases))) out of "
      + type.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func mixExample(_ words: [some RawRepresentable<String>]) -> String {
    "\(words[0].rawValue):0.7,\(words[1].rawValue):0.3"
  }

  private static func mix<Word: RawRepresentable<String> & Sendable & Equatable>(
    _ text: ArraySlice<UInt8>
  ) -> WeightedMix<Word>? {
    mix(text) { Word(rawValue: $0.text) }
  }

  /// Parses `VALUE[:WEIGHT],...`; `nil` if a value or weight is invalid.
  private static func mix<Value: Sendable & Equatable>(
    _ text: ArraySlice<UInt8>, _ parse: (ArraySlice<UInt8>) -> Value?
  ) -> WeightedMix<Value>? {
    var rest = text
    var shares: [(value: Value, weight: Double)] = []
    guard text.last != UInt8(ascii: ",") else { return nil }
    repeat {
      let share = rest.popField(before: UInt8(ascii: ","))
      let colon = share.firstIndex(of: UInt8(ascii: ":"))
      guard let value = parse(share[..<(colon ?? share.endIndex)]) else { return nil }
      let weight = colon.map { Millionths(parsing: share[($0 + 1)...])?.double } ?? 1
      guard let weight, 1e-6...1e9 ~= weight else { return nil }
      shares.append((value, weight))
    } while !rest.isEmpty
    return shares.count <= WeightedMix<Value>.limit ? WeightedMix(shares) : nil
  }
}

/// The small pictures of a feed's authors; the picture of a frequent author is shown more often.
///
/// The author of a post is drawn by Zipf's law with exponent 1, so that the second author posts
/// half as often as the first (estimate).
struct AvatarPool {
  private let upTo: [Int]

  /// - Precondition: there are 1 to a million authors.
  init(_ count: Int) {
    var sum = 0
    // Weights are in billionths, so that drawing is exact.
    upTo = (1...count).map { rank in
      sum += 1_000_000_000 / rank
      return sum
    }
  }

  static let counts = 1...1_000_000

  /// Returns the picture of an author.
  static func image(from origin: ImageOrigin) -> ImageCatalog.Entry {
    ImageCatalog.Entry(width: 132, height: 132, format: .jpeg, origin: origin)
  }

  /// Draws an author, numbered from 0.
  func draw(_ random: inout SeededRandom) -> Int {
    let place = random.below(upTo[upTo.count - 1])
    var (low, high) = (0, upTo.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if upTo[middle] > place { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
