public import ScrollCore

/// The formats of the caching literature that can be replayed.
public enum RequestFormatCatalog {
  /// The formats in the order in which they are tried, the easiest to detect first.
  public static let builtIn = Catalog([
    LCSFormat.descriptor,
    TextFormat.descriptor,
    ARCFormat.descriptor,
    TimedFormat.descriptor,
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
  /// Data packed with zstd or gzip is unpacked by these programs on the way.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - format: the format of the file; `nil` to detect it from its name and content.
  ///   - options: the facts about the file that the file itself does not state.
  /// - Returns: all requests; images are numbered in order of first appearance.
  /// - Throws: `RequestFormatError` with the file, the line or byte, the value found and the
  ///   expected one.
  public func load(
    path: String, as format: RequestFormat? = nil, options: RequestOptions = RequestOptions()
  ) throws(RequestFormatError) -> RequestLog {
    try load(path: path, as: format, options: options, warning: { _ in })
  }

  /// Reads a file, and passes each warning about it to a closure, as a sentence.
  package func load(
    path: String, as format: RequestFormat?, options: RequestOptions, warning: (String) -> Void
  ) throws(RequestFormatError) -> RequestLog {
    var bytes = try RequestFile(path: path).open()
    let beginning = try bytes.beginning()
    let found: (format: RequestFormat, options: RequestOptions)
    if let format { found = (format, options) } else { found = try detect(beginning, options) }
    let log = try found.format.read(&bytes, found.options)
    if let sentence = bytes.warning { warning(sentence) }
    return log
  }

  /// Returns the format of a file, by the ending of its name or else by its content.
  /// - Throws: `RequestFormatError` with the reasons if no format fits.
  public func detect(
    _ file: RequestFile, _ options: RequestOptions = RequestOptions()
  ) throws(RequestFormatError) -> RequestFormat {
    var bytes = try file.open()
    return try detect(bytes.beginning(), options).format
  }

  private func detect(
    _ beginning: RequestBeginning, _ options: RequestOptions
  ) throws(RequestFormatError) -> (format: RequestFormat, options: RequestOptions) {
    if ForeignBytes(beginning.bytes) == .utf16 { throw .otherEncoding(beginning.path) }
    let name = Packing.unpackedName(beginning.path)
    if let named = entries.first(where: { $0.endings.contains(where: name.hasSuffix) }) {
      // Any text may have the ending .txt. If its lines are not ids, its content decides.
      if named.name == TextFormat.descriptor.name, named.mismatch(beginning) != nil {
        return try detectByContent(beginning, options, else: named)
      }
      // Many layouts have the ending .csv, and some have no names.
      guard named.name == CSVFormat.descriptor.name, options.hasOpenColumns,
        let guess = try guess(beginning)
      else { return (named, options) }
      return (named, guess.said(options))
    }
    return try detectByContent(beginning, options)
  }

  /// Returns the format of a file by its content.
  /// - Parameters:
  ///   - beginning: the beginning of the file.
  ///   - options: the facts that the file does not state.
  ///   - usual: the format if none fits; `nil` for an error.
  /// - Returns: the format, and the options with the columns.
  /// - Throws: `RequestFormatError` with the reasons if no format fits.
  private func detectByContent(
    _ beginning: RequestBeginning, _ options: RequestOptions, else usual: RequestFormat? = nil
  ) throws(RequestFormatError) -> (format: RequestFormat, options: RequestOptions) {
    // Options for bytes or columns determine the kind of the file.
    if options.record != nil { return (BinaryFormat.descriptor, options) }
    if options.columnOption != nil {
      let guess = options.hasOpenColumns ? try guess(beginning) : nil
      return (CSVFormat.descriptor, guess?.said(options) ?? options)
    }
    var tried: [RequestFormatError.Trial] = []
    for format in entries {
      guard let reason = format.mismatch(beginning) else { return (format, options) }
      tried.append(RequestFormatError.Trial(format: format.name, reason: reason))
    }
    if let guess = try guess(beginning) { return (CSVFormat.descriptor, guess.said(options)) }
    if let usual { return (usual, options) }
    throw .unknownFormat(beginning.path, tried: tried)
  }

  /// Returns the columns of id and size in a text without names, if the values leave no doubt.
  /// - Throws: `RequestFormatError` for a known unsupported layout, and for columns with several
  ///   possible meanings.
  private func guess(
    _ beginning: RequestBeginning
  ) throws(RequestFormatError) -> ColumnGuess? {
    guard beginning.bytes.span.looksLikeText() else { return nil }
    let sample = ColumnSample(beginning)
    switch FileKind(beginning.bytes) {
    case .har:
      throw .foreignLayout(
        beginning.path, name: "a HAR file",
        remedy:
          "requests; 'scrollsim trace import RECORDING --har FILE' takes its pictures, unpacked")
    case .scroll:
      throw .foreignLayout(
        beginning.path, name: "a scroll trace that is packed or in a pipe",
        remedy: "its file, unpacked")
    default: break
    }
    if let known = ForeignLayout(beginning.firstText) ?? sample.flatMap({ ForeignLayout($0) }) {
      throw .foreignLayout(beginning.path, name: known.name, remedy: known.remedy)
    }
    if let names = sample?.names, names.contains("scroll_y") || names.contains("scrolltop") {
      throw .foreignLayout(
        beginning.path, name: "a recorded scroll", remedy: "the output of 'scrollsim trace import'")
    }
    guard let sample, sample.names == nil, let first = sample.rows.first else { return nil }
    let candidates = ColumnGuess.candidates(sample)
    guard candidates.count < 2 else {
      let separator = sample.delimiter == UInt8(ascii: ",") ? "" : "--delimiter ' ' "
      throw .doubtfulColumns(
        beginning.path, line: String(first.joined(separator: " ").prefix(40)),
        candidates: candidates.map { "--no-header \(separator)\($0.options)" })
    }
    return candidates.first
  }
}
