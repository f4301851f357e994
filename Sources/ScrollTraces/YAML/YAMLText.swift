import CYaml
import Foundation
import ScrollCore
import Yams

/// The text of a file in YAML, and its fields.
package enum YAMLText {
  /// The maximum size in bytes, far above that of any profile or sweep.
  static let sizeLimit = 1_000_000

  /// Returns the text of a file that should describe a `device`, or whatever `kind` names in error
  /// messages.
  package static func load(path: String, kind: String) throws(YAMLFileError) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw .missingFile(path, kind: kind)
    }
    guard !isDirectory.boolValue else { throw .directory(path, kind: kind) }
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: sizeLimit + 1) ?? Data()
    else { throw .unreadable(path, kind: kind) }
    if let other = FileKind(data), [.scroll, .store, .har].contains(other) {
      throw .otherFile(path, kind: kind, door: other.door)
    }
    guard data.count <= sizeLimit else { throw .tooLarge(path, kind: kind, limit: sizeLimit) }
    guard let text = String(data: data, encoding: .utf8) else {
      throw .notText(path, kind: kind)
    }
    return text
  }

  /// Returns the root of a YAML text whose keys are texts.
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

  /// Returns a text in quotation marks, with any content.
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
          quoted += "\\U" + scalar.value.hexadecimal
        default: quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}

extension YamlError {
  /// The line where parsing stopped, if known, and the reason.
  fileprivate var lineAndProblem: (line: Int?, problem: String) {
    switch self {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      (mark.line, problem)
    case .reader(let problem, _, _, _): (nil, problem)
    case .duplicatedKeysInMapping(let names, let context):
      (context.mark.line, "field '\(names.joined(separator: "', '"))' appears twice")
    default: (nil, "it cannot be parsed")
    }
  }
}

/// A scan of a YAML text, event by event, that rejects texts whose parsing into a tree costs more
/// than their size suggests.
///
/// The parser compares the keys of a mapping by their whole content, with aliases expanded. Ten
/// lists, each with ten aliases of the previous list, make a key of 10^10 values. So the scan
/// accepts only texts as keys, and counts the values of a file with its aliases expanded.
///
/// - Complexity: O(*n*) in the bytes of the text.
struct YAMLScan: ~Copyable {
  /// The maximum number of values, far above that of any profile or sweep.
  static let valueLimit = 200_000

  /// A list or mapping that is open.
  private struct Collection {
    let isMapping: Bool
    let anchor: String?
    /// The number of values before the collection began.
    let start: Int
    /// A Boolean value that indicates whether the next value of a mapping is a key.
    var expectsKey: Bool
  }

  private let file: String
  private var open: [Collection] = []
  /// The number of values behind each anchor.
  private var sizes: [String: Int] = [:]
  private var count = 0

  private init(file: String) { self.file = file }

  /// Scans a text up to its end, or up to invalid YAML, for which composing reports the error.
  /// - Throws: `YAMLFileError` for a key that is not a text, and for too many values.
  static func check(_ text: String, file: String) throws(YAMLFileError) {
    var scan = YAMLScan(file: file)
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    // The parser keeps the address of its input, so it must be used while that is valid.
    try Array(text.utf8).withUnsafeBufferPointer { bytes throws(YAMLFileError) in
      yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
      try scan.run(&parser)
    }
  }

  private mutating func run(_ parser: inout yaml_parser_t) throws(YAMLFileError) {
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { return }
      defer { yaml_event_delete(&event) }
      guard event.type != YAML_STREAM_END_EVENT else { return }
      try take(event)
    }
  }

  private mutating func take(_ event: yaml_event_t) throws(YAMLFileError) {
    let line = Int(event.start_mark.line) + 1
    switch event.type {
    case YAML_SCALAR_EVENT:
      let start = count
      try add(1, key: nil, line)
      note(event.data.scalar.anchor, from: start)
    case YAML_ALIAS_EVENT:
      try add(sizes[Self.name(event.data.alias.anchor) ?? ""] ?? 1, key: "an alias", line)
    case YAML_SEQUENCE_START_EVENT:
      try begin(event.data.sequence_start.anchor, key: "a list", isMapping: false, line)
    case YAML_MAPPING_START_EVENT:
      try begin(event.data.mapping_start.anchor, key: "a mapping", isMapping: true, line)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      guard let ended = open.popLast() else { return }
      if let anchor = ended.anchor { sizes[anchor] = count - ended.start }
    default: break
    }
  }

  private mutating func begin(
    _ anchor: UnsafePointer<UInt8>?, key: String, isMapping: Bool, _ line: Int
  ) throws(YAMLFileError) {
    let start = count
    try add(1, key: key, line)
    open.append(
      Collection(
        isMapping: isMapping, anchor: Self.name(anchor), start: start, expectsKey: isMapping))
  }

  /// Counts values; the first of them is the next element of the innermost collection.
  /// - Parameters:
  ///   - values: the number of values, at most `valueLimit`.
  ///   - key: the reason why they cannot be a key; `nil` for a text.
  ///   - line: the line where the values begin.
  /// - Throws: `YAMLFileError` for an invalid key, and for too many values.
  private mutating func add(
    _ values: Int, key: String?, _ line: Int
  ) throws(YAMLFileError) {
    let place = YAMLFileError.Place(file: file, line: line)
    if let last = open.indices.last, open[last].isMapping {
      if open[last].expectsKey, let key {
        throw .wrongValue(place, path: "a key", found: key, expected: "a text")
      }
      open[last].expectsKey.toggle()
    }
    count += values
    guard count <= Self.valueLimit else {
      throw .tooManyValues(place, limit: Self.valueLimit)
    }
  }

  private mutating func note(_ anchor: UnsafePointer<UInt8>?, from start: Int) {
    if let name = Self.name(anchor) { sizes[name] = count - start }
  }

  private static func name(_ anchor: UnsafePointer<UInt8>?) -> String? {
    anchor.map { String(cString: $0) }
  }
}
