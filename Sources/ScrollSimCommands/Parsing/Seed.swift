/// The seed of random draws, as typed.
package enum Seed {
  package struct ParsingError: Error, CustomStringConvertible {
    /// A Boolean value that indicates whether the text was a list or a range.
    let isSeveral: Bool

    package var description: String {
      let number = "expected a whole number from 0 to \(UInt64.max)"
      return isSeveral ? number + "; `scrollsim sweep` takes several seeds" : number
    }
  }

  /// Parses a whole number.
  package static func parse(_ text: String) throws(ParsingError) -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ParsingError(isSeveral: text.contains(",") || text.contains(".."))
    }
    return seed
  }
}
