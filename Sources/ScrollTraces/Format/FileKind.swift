import Foundation

/// The kind of a file by its first bytes.
///
/// A command that cannot read a file uses the kind to name, in its error, the command that can.
package enum FileKind: Equatable {
  case scroll, store, har, recording, sweep, limits, requests, bytes

  /// Creates the kind from the first bytes; `nil` for an empty file, for unknown text,
  /// and for packed bytes and text in another encoding, which any file may become.
  package init?(_ bytes: some Collection<UInt8>) {
    let beginning = Array(bytes.prefix(4096))
    guard !beginning.isEmpty else { return nil }
    if beginning.starts(with: "scrollsim-trace ".utf8) {
      self = .scroll
    } else if beginning.starts(with: "SQLite format 3\0".utf8) {
      self = .store
    } else if ForeignBytes(beginning) != nil {
      return nil
    } else if !beginning.span.looksLikeText() {
      self = .bytes
    } else {
      self.init(text: String(decoding: beginning, as: UTF8.self))
    }
  }

  /// Creates the kind from the first bytes of a file; also `nil` for a file that cannot be read.
  package init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path),
      let beginning = try? file.read(upToCount: 4096)
    else { return nil }
    self.init(beginning)
  }

  private init?(text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    let first = lines.first { !$0.hasPrefix("#") } ?? ""
    let names = ColumnSample.names(
      of: first, ColumnSample.delimiter(of: first.utf8) ?? UInt8(ascii: " "))
    if text.drop(while: \.isWhitespace).first == "{" {
      guard text.contains("\"log\""), text.contains("\"entries\"") || text.contains("\"creator\"")
      else { return nil }
      self = .har
    } else if lines.contains(where: { $0.hasPrefix("limits:") }) {
      self = .limits
    } else if lines.contains(where: { $0.hasPrefix("axes:") }) {
      self = .sweep
    } else if names.contains(where: { $0.hasPrefix("scroll") || $0 == "t_ms" }) {
      self = .recording
    } else if names.contains(where: CSVFormat.idNames.contains)
      || first.split(whereSeparator: { " ,;\t".contains($0) }).prefix(2)
        .allSatisfy({ UInt64($0) != nil }) && !first.isEmpty
    {
      self = .requests
    } else {
      return nil
    }
  }

  /// A clause with the kind and the command that reads it, for the end of a sentence.
  package var door: String {
    switch self {
    case .scroll: "this is a scroll trace: 'scrollsim run FILE' plays it"
    case .store: "this is an SQLite database: 'scrollsim report FILE' reads a store of results"
    case .har:
      "this is a HAR file: 'scrollsim trace import RECORDING --har FILE' takes its pictures"
    case .recording: "this is a recorded scroll: 'scrollsim trace import FILE' makes a trace of it"
    case .sweep: "this is a spec of a sweep: 'scrollsim sweep FILE' runs it"
    case .limits: "these are limits: 'scrollsim check FILE' checks them"
    case .requests: "these may be requests: 'scrollsim replay FILE' replays them"
    case .bytes: "this is a binary file: 'scrollsim replay FILE' reads binary requests"
    }
  }
}
