import Foundation

/// A source file of the package.
struct SourceFile {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  var name: String
  var text: String

  /// Every Swift file of a target.
  static func all(of target: String) throws -> [SourceFile] {
    let folder = root.appendingPathComponent("Sources/\(target)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map {
        let text = try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        return SourceFile(name: "\(target)/\($0)", text: text)
      }
  }

  /// The modules that it imports.
  var imports: [String] {
    let statement =
      /(?m)^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:class|enum|func|let|protocol|struct|typealias|var)\s+)?(\w+)/
    return text.matches(of: statement).map { String($0.output.1) }
  }

  /// Every word in it.
  var words: Set<String> {
    Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
  }
}
