/// A recording of any format, as the rows of a CSV that `CSVImporter` reads, with the place of each
/// row in the file.
public struct RecordingRows: Sendable {
  /// The bytes of the CSV.
  public private(set) var bytes: [UInt8]

  /// A sentence about the guessed unit; `nil` without a guess.
  public var note: String?

  /// The rows that cannot be read and are left out.
  package internal(set) var problems: [TraceError] = []

  /// A Boolean value that indicates whether more than a tenth of the rows cannot be read, so that
  /// the file is probably something else.
  var isMostlyProblems: Bool { problems.count * 9 > places.count }

  private let source: RecordingSource
  /// The places of the rows under the first line; empty if the bytes are those of the file.
  private var places: [RecordingPlace?] = []
  /// The names of the columns in the file.
  private var names: [String: String] = [:]
  private var isFile = false

  /// The longest step in milliseconds.
  ///
  /// In a recording of movements only, a longer gap between two offsets is a rest.
  static let longestStep = 100.0
  /// The milliseconds before a movement up to which the offset rests.
  static let frame = 1000.0 / 60

  /// Creates the rows of a file that is such a CSV.
  init(file source: RecordingSource) {
    (bytes, self.source, isFile) = (source.bytes, source, true)
  }

  /// Creates rows to be appended.
  /// - Parameters:
  ///   - columns: the columns of the CSV.
  ///   - names: the different names in the file, if any.
  ///   - source: the file.
  init(_ columns: [String], names: [String: String] = [:], of source: RecordingSource) {
    (bytes, self.names, self.source) = ([], names, source)
    bytes.append(text: columns.joined(separator: ",") + "\n")
  }

  /// Adds a row.
  ///
  /// It has milliseconds and points, in the range of `Millionths`, and values of further columns.
  mutating func append(
    _ time: Double, _ offset: Double, _ others: [ArraySlice<UInt8>], at place: RecordingPlace?
  ) {
    Millionths(time).append(to: &bytes)
    bytes.append(UInt8(ascii: ","))
    Millionths(offset).append(to: &bytes)
    for value in others {
      bytes.append(UInt8(ascii: ","))
      // No known column has a value with one of these characters.
      bytes.append(contentsOf: value.filter { $0 >= 32 && $0 != UInt8(ascii: ",") })
    }
    bytes.append(UInt8(ascii: "\n"))
    places.append(place)
  }

  /// Returns an error of `CSVImporter` about these rows as an error about the file.
  public func located(_ error: TraceError) -> TraceError {
    guard !isFile, let line = error.line else { return error }
    let index = line - 2
    guard places.indices.contains(index), let place = places[index] else {
      var error = error
      error.line = nil
      error.subject = .file
      if let field = error.field { error.found = .fact("has \(field) beyond the range") }
      return error
    }
    let field = error.field.map { names[$0] ?? $0 }
    return source.error(place, field: field, error.found, expected: error.expected)
  }
}
