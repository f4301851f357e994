import Yams

/// One node of a profile file, with its path for error messages: `decode.png.photo.points[2]`.
struct ProfileField {
  let node: Node
  let path: String
  let file: String

  var place: ProfileFileError.Place { .init(file: file, line: node.mark?.line) }

  /// The fields of a mapping, every one of them known.
  ///
  /// - Parameters:
  ///   - known: all that there may be.
  ///   - owner: what the mapping is called, for the error message.
  /// - Returns: the fields that are there.
  /// - Throws: `ProfileFileError` for anything but a mapping and for the first unknown field.
  func fields(_ known: [String], of owner: String? = nil) throws(ProfileFileError) -> Fields {
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
      fields.named[name] = ProfileField(
        node: value, path: path.isEmpty ? name : "\(path).\(name)", file: file)
    }
    return fields
  }

  /// The elements of a list.
  func elements(expected: String) throws(ProfileFileError) -> [ProfileField] {
    guard let sequence = node.sequence else { throw wrong(expected) }
    return sequence.enumerated().map {
      ProfileField(node: $1, path: "\(path)[\($0)]", file: file)
    }
  }

  /// The text of a scalar that is not empty.
  func text(expected: String) throws(ProfileFileError) -> String {
    guard let text = node.scalar?.string, text.contains(where: { !$0.isWhitespace }) else {
      throw wrong(expected)
    }
    return text
  }

  /// The `value` of a figure that has been read.
  var value: ProfileField? {
    guard let value = node.mapping?["value"] else { return nil }
    return ProfileField(node: value, path: path, file: file)
  }

  /// The error that this node is not what was expected.
  func wrong(_ expected: String) -> ProfileFileError {
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
    let owner: ProfileField
    var named: [String: ProfileField]

    subscript(_ name: String) -> ProfileField? { named[name] }

    func required(_ name: String, expected: String) throws(ProfileFileError) -> ProfileField {
      if let field = named[name] { return field }
      throw .missingField(
        owner.place, path: owner.path.isEmpty ? name : "\(owner.path).\(name)",
        expected: expected)
    }

    /// A section of figures.
    func section(_ name: String, _ known: [String]) throws(ProfileFileError) -> Fields {
      try required(name, expected: "a mapping of \(known.joined(separator: ", "))").fields(known)
    }

    /// What the profile is called; an error message gives a name that would do.
    func name(like example: String) throws(ProfileFileError) -> String {
      let expected = "a name of small letters, digits and hyphens, like \(example)"
      let field = try required("name", expected: expected)
      let name = try field.text(expected: expected)
      guard name.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }),
        !name.hasPrefix("-")
      else { throw field.wrong(expected) }
      return name
    }

    /// What the profile is, in a sentence.
    var summary: String {
      get throws(ProfileFileError) {
        try required("summary", expected: "one sentence").text(expected: "one sentence")
      }
    }
  }
}
