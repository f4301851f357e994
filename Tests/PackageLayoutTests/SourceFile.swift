import Foundation

/// A source file of the package.
struct SourceFile {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  var name: String
  var text: String

  /// Every Swift file of a target.
  static func all(of target: String) throws -> [SourceFile] {
    try all(in: "Sources/\(target)", endingIn: ".swift").map {
      SourceFile(name: String($0.name.dropFirst("Sources/".count)), text: $0.text)
    }
  }

  /// Every file below a folder of the package whose name has an ending; the root without a folder
  /// has only its own files.
  static func all(in folder: String, endingIn ending: String) throws -> [SourceFile] {
    let place = root.appendingPathComponent(folder)
    let names =
      folder.isEmpty
      ? try FileManager.default.contentsOfDirectory(atPath: place.path)
      : try FileManager.default.subpathsOfDirectory(atPath: place.path)
    return try names.filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.sorted()
      .map {
        let text = try String(contentsOf: place.appendingPathComponent($0), encoding: .utf8)
        return SourceFile(name: folder.isEmpty ? $0 : "\(folder)/\($0)", text: text)
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
