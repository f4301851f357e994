public import ScrollDevice

/// Reads a device profile from YAML: the built-in ones and a user's own go the same way.
///
/// Every figure is a mapping `{value: 80 MB/s, source: ...}`: a number with its unit, and a
/// publication or `estimate` with a reason. Fields that are not known, figures without a
/// source, and unknown units are errors. A figure may state its relative standard `error`. `decode`
/// has, for every codec that its traces use, `any` or both `photo` and `graphic`; each is linear
/// (`fixed`, `perMegapixel`, `perMegabyte`) or a table (`points`, by rising pixels), with the spread
/// between `files` and between `jobs` where it was measured. Hybrid images and textures need no
/// entry. `memory.swap` is left out where memory is not paged out, `memory.firstTouch`,
/// `memory.keptForReuse`, `cores.sideBySide` and `cores.drift` where they were not measured;
/// everything else must be there.
public enum DeviceFile {
  static let kind = "device"

  /// Reads a file.
  /// - Throws: `YAMLFileError` with the file, the line, the field, what was found there and
  ///   what was expected.
  public static func load(path: String) throws(YAMLFileError) -> DeviceProfile {
    try parse(YAMLText.load(path: path, kind: kind), file: path)
  }

  /// Reads text.
  /// - Parameters:
  ///   - text: YAML.
  ///   - file: its name in error messages.
  /// - Returns: the profile, with every figure in the order of `DeviceProfile`.
  /// - Throws: `YAMLFileError`, as `load(path:)`.
  public static func parse(
    _ text: String, file: String
  ) throws(YAMLFileError) -> DeviceProfile {
    try profile(YAMLText.compose(text, file: file, kind: kind))
  }
}
