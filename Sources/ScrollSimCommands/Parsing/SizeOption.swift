import ScrollCore

extension SizeList {
  /// Parses the sizes in the value of an option.
  static func parse(_ text: String, option: String) throws(CommandError) -> SizeList {
    do { return try SizeList(parsing: text) } catch { throw .usage("\(option) \(error)") }
  }
}
