/// The seed of whatever draws, as typed.
enum Seed {
  struct ParsingError: Error, CustomStringConvertible {
    let description = "expected a whole number from 0 to \(UInt64.max)"
  }

  /// Reads a whole number.
  static func parse(_ text: String) throws(ParsingError) -> UInt64 {
    guard let seed = UInt64(text) else { throw ParsingError() }
    return seed
  }
}
