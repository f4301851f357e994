import Yams

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
