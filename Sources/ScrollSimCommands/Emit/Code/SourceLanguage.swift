import ScrollCore
import ScrollPages

/// A programming language in which settings are written.
enum SourceLanguage: Sendable {
  case swift, kotlin, typeScript, dart

  /// The ending of a file's name.
  var fileEnding: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    case .typeScript: "ts"
    case .dart: "dart"
    }
  }

  /// Returns the declaration of a constant in a type.
  func constant(_ name: String, _ literal: String) -> String {
    switch self {
    case .swift: "static let \(name) = \(literal)"
    case .kotlin: "const val \(name) = \(literal)"
    case .typeScript: "static readonly \(name) = \(literal);"
    case .dart: "static const \(name) = \(literal);"
    }
  }

  /// Returns a documentation comment.
  func documentation(_ text: String, width: Int) -> [String] {
    switch self {
    case .swift, .dart: return Comment.lines(text, mark: "/// ", hanging: "", width: width)
    case .kotlin, .typeScript:
      let lines = Comment.lines(text, mark: "", hanging: "", width: width - 7)
      guard lines.count > 1 else { return ["/** \(text) */"] }
      return ["/**"] + lines.map { " * \($0)" } + [" */"]
    }
  }

  /// Returns the first line of the type that holds the constants and `configure`.
  func opening(of type: String, isolated: Bool) -> String {
    switch self {
    case .swift: "\(isolated ? "@MainActor " : "")enum \(type) {"
    case .kotlin: "object \(type) {"
    case .typeScript: "export class \(type) {"
    case .dart: "class \(type) {"
    }
  }

  /// Returns the first line of `configure`.
  func configure(_ parameters: String) -> String {
    switch self {
    case .swift: "static func configure(\(parameters)) {"
    case .kotlin: "fun configure(\(parameters)) {"
    case .typeScript: "static configure(\(parameters)): void {"
    case .dart: "static void configure(\(parameters)) {"
    }
  }

  /// Returns a number of bytes as a literal: whole mebibytes as a product.
  func bytes(_ size: ByteCount) -> String {
    let suffix = self == .kotlin ? "L" : ""
    let mebibyte = 1 << 20
    return size.bytes % mebibyte == 0 && size.bytes > 0
      ? "\(size.bytes / mebibyte)\(suffix) * 1024 * 1024" : "\(size.bytes)\(suffix)"
  }

  /// The literal of the greatest number, which means no limit for libraries in which 0 does not.
  var unlimited: String {
    switch self {
    case .swift: "Int.max"
    case .kotlin: "Long.MAX_VALUE"
    case .typeScript: "Number.MAX_SAFE_INTEGER"
    case .dart: "1 << 62"
    }
  }
}

/// Comments of emitted code.
enum Comment {
  /// Returns a text as comment lines.
  /// - Parameters:
  ///   - text: The text.
  ///   - mark: The beginning of each line.
  ///   - hanging: The indentation of the second line and those that follow.
  ///   - width: The maximum length of a line, unless a word is longer.
  /// - Returns: the lines.
  static func lines(
    _ text: String, mark: String = "// ", hanging: String = "  ", width: Int = 100
  ) -> [String] {
    var lines: [String] = []
    for word in text.visible.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(mark + (lines.isEmpty ? "" : hanging) + word)
      }
    }
    return lines
  }
}
