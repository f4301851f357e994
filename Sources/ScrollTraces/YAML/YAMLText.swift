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
      // All fields are read as texts, so no value is matched against the patterns of other types.
      if let node = try Yams.compose(yaml: text, .basic) {
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

/// One node of a file in YAML, with its path for error messages: `decode.png.photo.points[2]`.
package struct YAMLField {
  let node: Node
  package let path: String
  package let file: String

  package var isMapping: Bool { node.mapping != nil }
  package var place: YAMLFileError.Place { .init(file: file, line: node.mark?.line) }

  /// Returns the fields of a mapping, and checks that each field is known.
  ///
  /// - Parameters:
  ///   - known: the names of all possible fields.
  ///   - owner: the name of the mapping, for the error message.
  /// - Returns: the fields of the mapping.
  /// - Throws: `YAMLFileError` for anything but a mapping and for the first unknown field.
  package func fields(_ known: [String], of owner: String? = nil) throws(YAMLFileError) -> Fields {
    guard let mapping = node.mapping else {
      throw wrong("a mapping of \(known.joined(separator: ", "))")
    }
    var fields = Fields(owner: self, named: [:])
    for (key, value) in mapping {
      guard let name = key.scalar?.string, known.contains(name) else {
        throw .unknownField(
          .init(file: file, line: key.mark?.line), owner: owner ?? path,
          name: key.scalar?.string ?? "a list or mapping", known: known)
      }
      fields.named[name] = YAMLField(
        node: value, path: path.isEmpty ? name : "\(path).\(name)", file: file)
    }
    return fields
  }

  /// Returns the elements of a list.
  package func elements(expected: String) throws(YAMLFileError) -> [YAMLField] {
    guard let sequence = node.sequence else { throw wrong(expected) }
    return sequence.enumerated().map {
      YAMLField(node: $1, path: "\(path)[\($0)]", file: file)
    }
  }

  /// Returns the fields of a mapping with any keys, in order.
  package func entries(
    expected: String
  ) throws(YAMLFileError) -> [(name: String, field: YAMLField)] {
    guard let mapping = node.mapping else { throw wrong(expected) }
    var entries: [(name: String, field: YAMLField)] = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else { throw wrong(expected) }
      entries.append(
        (name, YAMLField(node: value, path: path.isEmpty ? name : "\(path).\(name)", file: file)))
    }
    return entries
  }

  /// Returns the texts of a list, or of a scalar in place of a list with one element.
  ///
  /// In YAML, `score: idle` in a list is a mapping of one key; here it is the text without change.
  package func scalars(
    expected: String
  ) throws(YAMLFileError) -> [(field: YAMLField, text: String)] {
    let fields = node.sequence == nil ? [self] : try elements(expected: expected)
    guard !fields.isEmpty else {
      throw .wrongValue(place, path: path, found: "empty", expected: "at least one value")
    }
    var texts: [(field: YAMLField, text: String)] = []
    for field in fields {
      if let mapping = field.node.mapping, mapping.count == 1, let (key, value) = mapping.first,
        let name = key.scalar?.string, let text = value.scalar?.string
      {
        texts.append((field, "\(name): \(text)"))
      } else {
        texts.append((field, try field.text(expected: expected)))
      }
    }
    return texts
  }

  /// Returns the text of a scalar that is not empty.
  package func text(expected: String) throws(YAMLFileError) -> String {
    guard let text = node.scalar?.string, text.contains(where: { !$0.isWhitespace }) else {
      throw wrong(expected)
    }
    return text
  }

  /// The `value` of a figure that has been read.
  var value: YAMLField? {
    guard let value = node.mapping?["value"] else { return nil }
    return YAMLField(node: value, path: path, file: file)
  }

  /// Returns the error of a node that is not as expected.
  package func wrong(_ expected: String) -> YAMLFileError {
    let found =
      switch node {
      case .scalar(let scalar) where scalar.string.isEmpty: "empty"
      case .scalar(let scalar): "'\(scalar.string.prefix(80))'"
      case .mapping: "a mapping"
      case .sequence(let sequence) where sequence.isEmpty: "an empty list"
      case .sequence: "a list"
      case .alias: "an alias"
      }
    return .wrongValue(
      place, path: path.isEmpty ? "the file" : path, found: found, expected: expected)
  }

  /// The fields of one mapping by name.
  package struct Fields {
    let owner: YAMLField
    var named: [String: YAMLField]

    package subscript(_ name: String) -> YAMLField? { named[name] }

    package func required(_ name: String, expected: String) throws(YAMLFileError) -> YAMLField {
      if let field = named[name] { return field }
      throw .missingField(
        owner.place, path: owner.path.isEmpty ? name : "\(owner.path).\(name)",
        expected: expected)
    }

    /// Returns a section of figures.
    func section(_ name: String, _ known: [String]) throws(YAMLFileError) -> Fields {
      try required(name, expected: "a mapping of \(known.joined(separator: ", "))").fields(known)
    }

    /// Returns the name of the profile; an error message suggests a valid one.
    func name(like example: String) throws(YAMLFileError) -> String {
      let expected = "a name of small letters, digits and hyphens, like \(example)"
      let field = try required("name", expected: expected)
      let name = try field.text(expected: expected)
      guard name.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }),
        !name.hasPrefix("-")
      else { throw field.wrong(expected) }
      return name
    }

    /// The summary of the profile, one sentence.
    var summary: String {
      get throws(YAMLFileError) {
        try required("summary", expected: "one sentence").text(expected: "one sentence")
      }
    }
  }
}

/// An error in a YAML file; its description is the sentence that the command prints.
///
/// `kind` is the expected kind of file: `device`, `network` or `sweep`.
public enum YAMLFileError: Error, Equatable {
  /// A place in a file: its name and, if known, the line.
  public struct Place: Equatable, Sendable {
    public let file: String
    public let line: Int?

    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }

  case missingFile(String, kind: String)
  case directory(String, kind: String)
  case unreadable(String, kind: String)
  case notText(String, kind: String)
  /// A file of another kind, with the command that reads it.
  case otherFile(String, kind: String, door: String)
  case tooLarge(String, kind: String, limit: Int)
  /// A file with too many values after its aliases are expanded.
  case tooManyValues(Place, limit: Int)
  /// A text that is not valid YAML.
  case malformed(Place, problem: String)
  case unknownField(Place, owner: String, name: String, known: [String])
  case missingField(Place, path: String, expected: String)
  case wrongValue(Place, path: String, found: String, expected: String)
  /// An invalid text in a special notation; the problem is a sentence.
  case malformedText(Place, path: String, problem: String)
  /// All errors of a file, one a line.
  indirect case several([YAMLFileError])
}

extension YAMLFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFile(let file, let kind): "file '\(file)' is missing; expected a \(kind) file"
    case .directory(let file, let kind): "'\(file)' is a directory; expected a \(kind) file"
    case .unreadable(let file, let kind): "'\(file)' cannot be read; expected a \(kind) file"
    case .notText(let file, let kind):
      "'\(file)' is not UTF-8 text; expected a \(kind) file in YAML"
    case .otherFile(let file, let kind, let door):
      "'\(file)' is not a \(kind) file; expected one in YAML; \(door)"
    case .tooLarge(let file, let kind, let limit):
      "'\(file)' has more than \(limit) bytes; expected a \(kind) file in YAML"
    case .tooManyValues(let place, let limit):
      "\(place): the file has more than \(limit) values, with aliases expanded; expected fewer"
    case .malformed(let place, let problem): "\(place): not YAML: \(ClippedText(quoting: problem))"
    case .unknownField(let place, let owner, let name, let known):
      "\(place): \(owner) has no field '\(ClippedText(name))'; it takes \(known.joined(separator: ", "))"
    case .missingField(let place, let path, let expected):
      "\(place): \(path) is missing; expected \(expected)"
    case .wrongValue(let place, let path, let found, let expected):
      "\(place): \(path) is \(ClippedText(quoting: found)); expected \(expected)"
    case .malformedText(let place, let path, let problem): "\(place): \(path): \(problem)"
    case .several(let errors): errors.map(\.description).joined(separator: "; also ")
    }
  }
}

extension YAMLFileError.Place: CustomStringConvertible {
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}

extension YAMLFileError {
  /// The same error without any text of the file, for a file whose path another file states.
  ///
  /// Such a file may have any content.
  package var unquoted: YAMLFileError {
    switch self {
    case .unknownField(let place, let owner, _, let known):
      .unknownField(place, owner: owner, name: "...", known: known)
    case .wrongValue(let place, let path, let found, let expected):
      .wrongValue(
        place, path: path, found: found.hasPrefix("'") ? "another value" : found,
        expected: expected)
    case .malformed(let place, _): .malformed(place, problem: "it cannot be parsed")
    case .malformedText(let place, let path, _):
      .malformedText(place, path: path, problem: "it cannot be parsed")
    case .several(let errors): .several(errors.map(\.unquoted))
    default: self
    }
  }
}
