import ArgumentParser
import ScrollCore

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// Parses one of the words.
  ///
  /// Upper and lower case do not matter if only one word fits.
  init?(word: String) {
    guard let word = NameMatch.find(word, in: Self.allCases.map { $0.rawValue }) else {
      return nil
    }
    self.init(rawValue: word)
  }
}

extension RawRepresentable where Self: ExpressibleByArgument & CaseIterable, RawValue == String {
  init?(argument: String) { self.init(word: argument) }
}
