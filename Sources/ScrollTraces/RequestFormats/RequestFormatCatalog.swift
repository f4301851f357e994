public import ScrollCore

/// The formats of the caching literature that can be replayed.
public enum RequestFormatCatalog {
  /// In the order in which their content is tried, the surest to tell first.
  public static let builtIn = Catalog([
    LCSFormat.descriptor,
    TextFormat.descriptor,
    ARCFormat.descriptor,
    CSVFormat.descriptor,
    VSCSIFormat.descriptor,
    OracleFormat.general,
    OracleFormat.opNS,
    OracleFormat.simTwrNS,
    OracleFormat.sysTwrNS,
    BinaryFormat.descriptor,
  ])
}

extension Catalog<RequestFormat> {
  /// Reads a file, or standard input for `-`.
  ///
  /// What zstd or gzip packed is unpacked by these programs on the way.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - format: of the file; nil to detect it from its name and content.
  ///   - options: what the file does not say of itself.
  /// - Returns: all requests; images are numbered in order of first appearance.
  /// - Throws: `RequestFormatError` with the file, the line or byte, what was found there and
  ///   what was expected.
  public func load(
    path: String, as format: RequestFormat? = nil, options: RequestOptions = RequestOptions()
  ) throws(RequestFormatError) -> RequestLog {
    var bytes = try RequestFile(path: path).open()
    let beginning = try bytes.beginning()
    let found: RequestFormat
    if let format { found = format } else { found = try detect(beginning, options) }
    return try found.read(&bytes, options)
  }

  /// Tells a file's format: by the ending of its name, else by its content.
  /// - Throws: `RequestFormatError` if it has none of these; it says why not.
  public func detect(
    _ file: RequestFile, _ options: RequestOptions = RequestOptions()
  ) throws(RequestFormatError) -> RequestFormat {
    var bytes = try file.open()
    return try detect(bytes.beginning(), options)
  }

  private func detect(
    _ beginning: RequestBeginning, _ options: RequestOptions
  ) throws(RequestFormatError) -> RequestFormat {
    let name = Packing.unpackedName(beginning.path)
    if let named = entries.first(where: { $0.endings.contains(where: name.hasSuffix) }) {
      return named
    }
    // Whoever says which bytes or columns are which says what kind of file it is.
    if options.record != nil { return BinaryFormat.descriptor }
    if options.columnOption != nil { return CSVFormat.descriptor }
    var tried: [RequestFormatError.Trial] = []
    for format in entries {
      guard let reason = format.mismatch(beginning) else { return format }
      tried.append(RequestFormatError.Trial(format: format.name, reason: reason))
    }
    throw .unknownFormat(beginning.path, tried: tried)
  }
}
