import Foundation
import ScrollCore
public import ScrollDevice
import Yams

/// Reads a device profile from YAML: the built-in ones and a user's own go the same way.
///
/// Every figure is a mapping `{value: 80 MB/s, source: ...}`: a number with its unit, and a
/// publication or `estimate` with a reason. Fields that are not known, figures without a
/// source, and unknown units are errors. `decode` has, for every format, `any` or both
/// `photo` and `graphic`; each is linear (`fixed`, `perMegapixel`, `perMegabyte`) or a table
/// (`points`, by rising pixels).
public enum DeviceFile {
  /// No device file comes near this many bytes.
  static let sizeLimit = 1_000_000

  /// Reads a file.
  /// - Throws: `DeviceFileError` with the file, the line, the field, what was found there and
  ///   what was expected.
  public static func load(path: String) throws(DeviceFileError) -> DeviceProfile {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missingFile(path)
    }
    guard !isDirectory.boolValue else { throw .directory(path) }
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: sizeLimit + 1) ?? Data()
    else { throw .unreadable(path) }
    guard data.count <= sizeLimit else { throw .tooLarge(path, limit: sizeLimit) }
    guard let text = String(data: data, encoding: .utf8) else { throw .notText(path) }
    return try parse(text, file: path)
  }

  /// Reads text.
  /// - Parameters:
  ///   - text: YAML.
  ///   - file: what the text is called in error messages.
  /// - Returns: the profile, with every figure in the order of `DeviceProfile`.
  /// - Throws: `DeviceFileError`, as `load(path:)`.
  public static func parse(
    _ text: String, file: String
  ) throws(DeviceFileError) -> DeviceProfile {
    let root = DeviceFileField(node: try compose(text, file: file), path: "", file: file)
    return try profile(root)
  }

  private static func compose(_ text: String, file: String) throws(DeviceFileError) -> Node {
    do {
      if let node = try Yams.compose(yaml: text) { return node }
    } catch let error as YamlError {
      let (line, problem) = error.lineAndProblem
      throw .malformed(.init(file: file, line: line), problem: problem)
    } catch {
      throw .malformed(.init(file: file), problem: "\(error)")
    }
    throw .wrongValue(
      .init(file: file), path: "the file", found: "empty", expected: "a device profile in YAML")
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
