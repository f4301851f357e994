/// The seed of whatever draws, as typed.
package enum Seed {
  package struct ParsingError: Error, CustomStringConvertible {
    /// Whether it was a list or a range.
    let isSeveral: Bool

    package var description: String {
      let number = "expected a whole number from 0 to \(UInt64.max)"
      return isSeveral ? number + "; `scrollsim sweep` takes several seeds" : number
    }
  }

  /// Reads a whole number.
  package static func parse(_ text: String) throws(ParsingError) -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ParsingError(isSeveral: text.contains(",") || text.contains(".."))
    }
    return seed
  }
}
