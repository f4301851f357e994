/// A recording that was converted from any format into the rows of a CSV for `CSVImporter`, with
/// the place of each row in the original file.
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

  /// The longest time between two rows of a movement, in milliseconds.
  ///
  /// In a recording of movements only, a longer gap between two offsets is a rest.
  static let longestStep = 100.0
  /// The time of a frame in milliseconds: the offset rests until one frame before a movement.
  static let frame = 1000.0 / 60

  /// Creates the rows of a file that already is a CSV for `CSVImporter`.
  init(file source: RecordingSource) {
    (bytes, self.source, isFile) = (source.bytes, source, true)
  }

  /// Creates a recording without rows, to which rows are appended.
  /// - Parameters:
  ///   - columns: the columns of the CSV.
  ///   - names: the names of the columns in the file, where they differ.
  ///   - source: the file.
  init(_ columns: [String], names: [String: String] = [:], of source: RecordingSource) {
    (bytes, self.names, self.source) = ([], names, source)
    bytes.append(text: columns.joined(separator: ",") + "\n")
  }

  /// Adds a row.
  ///
  /// The row has a time in milliseconds and an offset in points, both in the range of `Millionths`,
  /// and the values of further columns.
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
