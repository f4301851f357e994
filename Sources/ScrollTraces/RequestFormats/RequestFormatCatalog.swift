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
  ///   - includingSizes: false to leave sizes out even where there are some, so that every
  ///     request counts 1.
  /// - Returns: all requests; images are numbered in order of first appearance.
  /// - Throws: `RequestFormatError` with the file, the line or byte, what was found there and
  ///   what was expected.
  public func load(
    path: String, as format: RequestFormat? = nil, includingSizes: Bool = true
  ) throws(RequestFormatError) -> RequestStream {
    let file = try RequestFile(path: path)
    if let format { return try format.read(file, includingSizes) }
    return try detect(file).read(file, includingSizes)
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
