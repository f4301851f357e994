import Foundation
import Yams

/// The text of a file in YAML, and its fields.
package enum YAMLText {
  /// No profile and no sweep comes near this many bytes.
  static let sizeLimit = 1_000_000

  /// Reads a file that should describe a `device` or whatever `kind` says in error messages.
  package static func load(path: String, kind: String) throws(YAMLFileError) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missingFile(path, kind: kind)
    }
    guard !isDirectory.boolValue else { throw .directory(path, kind: kind) }
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: sizeLimit + 1) ?? Data()
    else { throw .unreadable(path, kind: kind) }
    guard data.count <= sizeLimit else { throw .tooLarge(path, kind: kind, limit: sizeLimit) }
    guard let text = String(data: data, encoding: .utf8) else {
      throw .notText(path, kind: kind)
    }
    return text
  }

  /// The root of a text in YAML whose keys are texts.
  package static func compose(
    _ text: String, file: String, kind: String
  ) throws(YAMLFileError) -> YAMLField {
    try YAMLScan.check(text, file: file)
    do {
      if let node = try Yams.compose(yaml: text) {
        return YAMLField(node: node, path: "", file: file)
      }
    } catch let error as YamlError {
      let (line, problem) = error.lineAndProblem
      throw .malformed(.init(file: file, line: line), problem: problem)
    } catch {
      throw .malformed(.init(file: file), problem: "\(error)")
    }
    throw .wrongValue(
      .init(file: file), path: "the file", found: "empty",
      expected: "a \(kind) file in YAML")
  }

  /// A text in quotation marks, whatever is in it.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          let digits = String(scalar.value, radix: 16)
          quoted += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        default: quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}

extension YamlError {
  /// The line where parsing stopped, if it is known, and why it did.
  fileprivate var lineAndProblem: (line: Int?, problem: String) {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, problem)
    case .reader(let problem, _, _, _): (nil, problem)
    case .duplicatedKeysInMapping(let names, let context):
      (context.mark.line, "field '\(names.joined(separator: "', '"))' stands there twice")
    default: (nil, "it cannot be parsed")
    }
  }
}
