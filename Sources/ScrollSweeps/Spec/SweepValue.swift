import ScrollCore
import ScrollTraces

/// A value of an axis as it was written, and where.
package struct SweepValue: Sendable, Equatable {
  package let text: String
  /// For error messages: `demo.yml:7: axes.budget[2]`, or `--budget`.
  package let place: String
  /// Whether it was written in a file, so that a mistake in it is bad data.
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

  /// Whether this is a file where a profile may be one: what ends in `.yml`, or has a slash.
  var isProfileFile: Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }

  /// The profile that this names: of a catalog, or of a file.
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

  /// Refuses what a file names and is none, which might never end.
  func requireFile(_ path: String) throws(SweepError) {
    guard isFromFile, InputFile.isSpecial(path) else { return }
    throw wrong("'\(path)' is a pipe or a device; expected a file, or its name as an option")
  }

  /// Something that this value names cannot be used: the same, with its place.
  func wrong(_ error: SweepError) -> SweepError {
    SweepError(error.cause, isFromFile ? "\(place): \(error)" : error.description)
  }

  /// A mistake in this value.
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
