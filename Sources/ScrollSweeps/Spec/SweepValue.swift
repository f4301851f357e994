import ScrollCore
import ScrollTraces

/// A value of an axis as written, with its place.
package struct SweepValue: Sendable, Equatable {
  package let text: String
  /// The place for error messages: `demo.yml:7: axes.budget[2]`, or `--budget`.
  package let place: String
  /// A Boolean value that indicates whether the value was written in a file, so that a mistake in
  /// it is an error of the kind `badData`.
  package let isFromFile: Bool

  package init(_ text: String, place: String, isFromFile: Bool = false) {
    self.text = text
    self.place = place
    self.isFromFile = isFromFile
  }

  /// The values between the commas.
  var split: [SweepValue] {
    ChoiceList.texts(in: text).map {
      SweepValue($0.trimmingSpaces(), place: place, isFromFile: isFromFile)
    }
  }

  /// A Boolean value that indicates whether a profile's value is a file: it ends in `.yml` or
  /// `.yaml`, or has a slash.
  var isProfileFile: Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }

  /// Returns the profile that the value names, from a catalog or a file.
  func profile<Entry>(
    in catalog: Catalog<Entry>, _ load: (String) throws(YAMLFileError) -> Entry
  ) throws(SweepError) -> Entry {
    if isProfileFile {
      try requireFile(text)
      do { return try load(text) } catch {
        throw wrong(SweepError(isFromFile ? error.unquoted : error))
      }
    }
    do { return try catalog.choose(text).entry } catch { throw wrong(error) }
  }

  /// Throws an error if a path does not lead to a regular file, because reading it might never end.
  func requireFile(_ path: String) throws(SweepError) {
    guard isFromFile, InputFile.isSpecial(path) else { return }
    throw wrong("'\(path)' is a pipe or a device; expected a file, or its name as an option")
  }

  /// Returns the error with the place of this value, which names something that cannot be used.
  func wrong(_ error: SweepError) -> SweepError {
    SweepError(error.cause, isFromFile ? "\(place): \(error)" : error.description)
  }

  /// Returns the error for a mistake in this value.
  func wrong(_ problem: some CustomStringConvertible) -> SweepError {
    let separator = isFromFile ? ": " : " "
    return SweepError(isFromFile ? .badData : .usage, "\(place)\(separator)\(problem)")
  }
}

extension String {
  fileprivate func trimmingSpaces() -> String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
