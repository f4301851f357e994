import Foundation
import ScrollTraces

/// A folder of which every `.scroll` file is a session.
struct SessionFolder: Sendable {
  /// With its slash at the end.
  let source: String

  /// A folder, with or without its slash.
  init(_ path: String) { source = path.hasSuffix("/") ? path : path + "/" }

  /// Whether a text names a folder: it ends in a slash, or is one.
  static func isNamed(by text: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: text, isDirectory: &isFolder)
    return text.hasSuffix("/") || exists && isFolder.boolValue
  }

  /// All sessions, by the names of their files.
  /// - Throws: `SweepError` for a folder that cannot be read or has none, and for a file that is
  ///   no trace.
  func traces() throws(SweepError) -> [NamedTrace] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: source) else {
      throw SweepError(.noInput, "'\(source)' is no folder that can be read")
    }
    let files = names.filter { $0.hasSuffix("." + TraceFile.pathExtension) && $0.first != "." }
    guard !files.isEmpty else {
      throw SweepError(
        .noInput, "the folder '\(source)' has no session; expected files that end in .scroll")
    }
    var traces: [NamedTrace] = []
    for file in files.sorted() { traces.append(try trace(file)) }
    return traces
  }

  /// One session.
  func trace(_ file: String) throws(SweepError) -> NamedTrace {
    do {
      return NamedTrace(
        path: SessionName(source: source, session: file).text,
        trace: try TraceFile.load(source + file))
    } catch { throw SweepError(error) }
  }
}
