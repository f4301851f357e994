import ScrollCore
import ScrollDevice

extension CatalogRecipe {
  /// A part of a recipe that cannot be understood.
  public struct ParsingError: Error, Equatable, CustomStringConvertible {
    /// The knob, or `recipe`.
    public let field: String
    public let found: TraceError.Found
    public let expected: String

    public var description: String {
      switch found {
      case .text(let text): "'\(field)' of the catalogue is '\(text)'; expected \(expected)"
      case .fact(let fact): "'\(field)' of the catalogue \(fact); expected \(expected)"
      }
    }
  }

  /// Reads a recipe, `items=5000 seed=7 mix=jpeg:0.7,png:0.3`, knobs in any order.
  /// - Throws: `ParsingError` for the first knob that is unknown, doubled, missing or wrong.
  public init(parsing text: String) throws(ParsingError) {
    try self.init(parsing: Array(text.utf8)[...])
  }

  init(parsing text: ArraySlice<UInt8>) throws(ParsingError) {
    var knobs = Knobs()
    var rest = text.trimmed
    while !rest.isEmpty {
      var value = rest.popField(before: UInt8(ascii: " "))
      rest = rest.trimmed
      let written = value
      let name = value.popField(before: UInt8(ascii: "=")).text
      guard name.utf8.count < written.count else {
        throw ParsingError(
          field: "recipe", found: .text(ClippedText(bytes: written)),
          expected: "knobs such as items=5000")
      }
      try knobs.set(name, to: value)
    }
    guard let items = knobs.items else {
      throw ParsingError(
        field: "items", found: .fact("is missing"), expected: Knobs.itemsExpectation)
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
  /// The recipe as it stands in a file, every knob written but `bytes` where sizes are
  /// estimated, `shared` where nothing is, and `avatars` where there are none.
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

/// The knobs of a recipe while it is read.
private struct Knobs {
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

  /// `VALUE[:WEIGHT],...`; nil where a value or weight is wrong.
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
