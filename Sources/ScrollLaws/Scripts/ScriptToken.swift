import ScrollCaching

/// The parser of the words of a picture.
enum ScriptToken {
  /// Returns the operation for a word; `nil` if there is none.
  static func operation(_ word: String) -> Operation? {
    if word.contains("=") || word == "none" { return limits(word).map(Operation.limits) }
    if let run = pair(word, between: "..") { return .run(from: run.0, to: run.1) }
    if let scroll = scroll(word) { return scroll }
    let rest = String(word.dropFirst())
    switch word.first {
    case "?": return number(rest).map(Operation.lookUp)
    case "+": return priced(rest).map { .deliver($0.image, cost: $0.cost) }
    case "~": return priced(rest).map { .prefetch($0.image, cost: $0.cost) }
    case "-": return rest == "*" ? .removeAll : number(rest).map(Operation.remove)
    case "^": return number(rest).map(Operation.pin)
    case "_": return number(rest).map(Operation.unpin)
    case "@": return rearrangement(rest)
    case "t": return rest.hasPrefix("+") ? wait(rest.dropFirst()) : nil
    case "!": return signal(rest)
    default: return priced(word).map { .request($0.image, cost: $0.cost) }
    }
  }

  /// Returns the whole number that a text of digits represents; `nil` for any other character, and
  /// for a number that is too large.
  static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
  }

  /// Returns a change of the layout: a number of columns up to 9, such as `2`, or an insertion
  /// above an item with a length of at most 2^20/64 pt, such as `3+64`.
  private static func rearrangement(_ text: String) -> Operation? {
    if let pair = pair(text, between: "+") {
      return 1...1 << 20 ~= pair.1 ? .insert(above: pair.0, length: pair.1) : nil
    }
    return number(text).flatMap { 1...9 ~= $0 ? .turn(columns: $0) : nil }
  }

  /// Returns the limits in a word: `c=9`, `n=3`, or both with a comma.
  ///
  /// The word `none` means no limits.
  static func limits(_ word: String) -> CacheLimits? {
    if word == "none" { return CacheLimits() }
    var limits = CacheLimits()
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard sides.count == 2, let value = number(sides[1]) else { return nil }
      switch sides[0] {
      case "c": limits.cost = value
      case "n": limits.count = value
      default: return nil
      }
    }
    return limits == CacheLimits() ? nil : limits
  }

  /// Returns a wait of up to 30 days.
  ///
  /// Much longer times could not be represented.
  private static func wait(_ text: Substring) -> Operation? {
    number(text).flatMap { $0 <= 2_592_000_000 ? .wait($0) : nil }
  }

  private static func signal(_ name: String) -> Operation? {
    switch name {
    case "normal": .pressure(.normal)
    case "warning": .pressure(.warning)
    case "critical": .pressure(.critical)
    case "background": .background
    default: nil
    }
  }

  private static func priced(_ word: String) -> (image: Int, cost: Int?)? {
    let sides = word.split(separator: ":", omittingEmptySubsequences: false)
    guard let image = sides.first.flatMap({ number($0) }) else { return nil }
    if sides.count == 1 { return (image, nil) }
    guard sides.count == 2, let cost = number(sides[1]) else { return nil }
    return (image, cost)
  }

  private static func pair(_ word: String, between separator: String) -> (Int, Int)? {
    let sides = word.split(separator: separator, omittingEmptySubsequences: false)
    guard sides.count == 2, let from = number(sides[0]), let to = number(sides[1]) else {
      return nil
    }
    return (from, to)
  }

  private static func scroll(_ word: String) -> Operation? {
    guard let arrow = word.first(where: { $0 == ">" || $0 == "<" }) else { return nil }
    let sides = word.split(separator: arrow)
    let frames = word.count { $0 == arrow }
    guard sides.count == 2, let from = number(sides[0]), let to = number(sides[1]),
      word == "\(from)\(String(repeating: arrow, count: frames))\(to)",
      (from <= to) == (arrow == ">")
    else { return nil }
    return .scroll(from: from, to: to, frames: frames)
  }
}
