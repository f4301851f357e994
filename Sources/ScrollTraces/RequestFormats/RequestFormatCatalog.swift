public import ScrollCaching
public import ScrollCore

/// The formats of the caching literature that can be replayed.
public enum RequestFormatCatalog {
  /// In the order in which their content is tried, the surest to tell first.
  public static let builtIn = Catalog([
    TextFormat.descriptor,
    CSVFormat.descriptor,
    VSCSIFormat.descriptor,
    OracleGeneralFormat.descriptor,
  ])
}

extension Catalog<RequestFormat> {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - format: of the file; nil to detect it from its name and content.
  ///   - idColumn: the name of the column with the ids, for a format that names its columns; nil
  ///     for the usual names.
  ///   - includingSizes: false to leave sizes out even where there are some, so that every
  ///     request counts 1.
  /// - Returns: all requests; images are numbered in order of first appearance.
  /// - Throws: `RequestFormatError` with the file, the line or byte, what was found there and
  ///   what was expected.
  public func load(
    path: String, as format: RequestFormat? = nil, idColumn: String? = nil,
    includingSizes: Bool = true
  ) throws(RequestFormatError) -> RequestStream {
    var file = try RequestFile(path: path)
    file.idColumn = idColumn
    let found: RequestFormat
    if let format { found = format } else { found = try detect(file) }
    guard idColumn == nil || found.name == CSVFormat.descriptor.name else {
      throw .noColumns(file: path, format: found.name)
    }
    return try found.read(file, includingSizes)
  }

  /// Tells a file's format: by the ending of its name, else by its content.
  public func detect(_ file: RequestFile) throws(RequestFormatError) -> RequestFormat {
    let name = file.path.lowercased()
    if name.hasSuffix(".zst") || name.hasSuffix(".zst.22") { throw .compressed(file.path) }
    if let named = entries.first(where: { $0.endings.contains(where: name.hasSuffix) }) {
      return named
    }
    if let seen = entries.first(where: { $0.recognizes(file) }) { return seen }
    throw .unknownFormat(file.path, known: entries.map(\.name))
  }
}
