import Yams

/// One node of a device file, with its path for error messages: `decode.png.photo.points[2]`.
struct DeviceFileField {
  let node: Node
  let path: String
  let file: String

  var place: DeviceFileError.Place { .init(file: file, line: node.mark?.line) }

  /// The fields of a mapping, every one of them known.
  ///
  /// - Parameters:
  ///   - known: all that there may be.
  ///   - owner: what the mapping is called, for the error message.
  /// - Returns: the fields that are there.
  /// - Throws: `DeviceFileError` for anything but a mapping and for the first unknown field.
  func fields(_ known: [String], of owner: String? = nil) throws(DeviceFileError) -> Fields {
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
      fields.named[name] = DeviceFileField(
        node: value, path: path.isEmpty ? name : "\(path).\(name)", file: file)
    }
    return fields
  }

  /// The elements of a list.
  func elements(expected: String) throws(DeviceFileError) -> [DeviceFileField] {
    guard let sequence = node.sequence else { throw wrong(expected) }
    return sequence.enumerated().map {
      DeviceFileField(node: $1, path: "\(path)[\($0)]", file: file)
    }
  }

  /// The text of a scalar that is not empty.
  func text(expected: String) throws(DeviceFileError) -> String {
    guard let text = node.scalar?.string, text.contains(where: { !$0.isWhitespace }) else {
      throw wrong(expected)
    }
    return text
  }

  /// The `value` of a figure that has been read.
  var value: DeviceFileField? {
    guard let value = node.mapping?["value"] else { return nil }
    return DeviceFileField(node: value, path: path, file: file)
  }

  /// The error that this node is not what was expected.
  func wrong(_ expected: String) -> DeviceFileError {
    let found =
      switch node {
      case .scalar(let scalar) where scalar.string.isEmpty: "empty"
      case .scalar(let scalar): "'\(scalar.string.prefix(80))'"
      case .mapping: "a mapping"
      case .sequence: "a list"
      case .alias: "an alias"
      }
    return .wrongValue(
      place, path: path.isEmpty ? "the file" : path, found: found, expected: expected)
  }

  /// The fields of one mapping by name.
  struct Fields {
    let owner: DeviceFileField
    var named: [String: DeviceFileField]

    subscript(_ name: String) -> DeviceFileField? { named[name] }

    func required(_ name: String, expected: String) throws(DeviceFileError) -> DeviceFileField {
      if let field = named[name] { return field }
      throw .missingField(
        owner.place, path: owner.path.isEmpty ? name : "\(owner.path).\(name)",
        expected: expected)
    }
  }
}
