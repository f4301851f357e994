/// A document whose attributes `style` have become rules of a style sheet, which a page can allow by
/// its digest; attributes would need the word `'unsafe-hashes'`.
///
/// Text is escaped in it, so nothing that was typed looks like an attribute.
struct MovedStyles {
  /// The document, with a number in place of every style.
  let document: String
  /// The rules of these numbers, which win over all that name classes, as attributes do.
  let rules: String

  init(_ document: String) {
    var numbers: [Substring: Int] = [:]
    var rules = ""
    var moved = ""
    var rest = document[...]
    while let start = rest.firstRange(of: " style=\""),
      let end = rest[start.upperBound...].firstIndex(of: "\"")
    {
      let value = rest[start.upperBound..<end]
      let number = numbers[value] ?? numbers.count
      if numbers.updateValue(number, forKey: value) == nil {
        // No element is called `none`; naming an id makes the rule weigh more than any class.
        rules += "[data-style=\"\(number)\"]:not(#none){\(Markup.unescaped(String(value)))}\n"
      }
      moved += rest[..<start.lowerBound]
      moved += " data-style=\"\(number)\""
      rest = rest[rest.index(after: end)...]
    }
    self.document = moved + rest
    self.rules = rules
  }
}
