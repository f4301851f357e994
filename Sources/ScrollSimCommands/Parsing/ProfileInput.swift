import ScrollCore
package import ScrollDevice
import ScrollTraces

/// Functions that find devices by name or by file.
package enum DeviceInput {
  package static func find(_ text: String) throws(CommandError) -> DeviceProfile {
    // To read all profiles takes longer than most runs.
    if let device = DeviceCatalog.device(named: text) { return device }
    return try ProfileInput.find(text, in: DeviceCatalog.builtIn, load: load)
  }

  static func load(_ path: String) throws(CommandError) -> DeviceProfile {
    do { return try DeviceFile.load(path: path) } catch { throw CommandError(error) }
  }
}

/// Functions that find networks by name or by file.
package enum NetworkInput {
  package static func find(_ text: String) throws(CommandError) -> NetworkProfile {
    try ProfileInput.find(text, in: NetworkCatalog.builtIn, load: load)
  }

  static func load(_ path: String) throws(CommandError) -> NetworkProfile {
    do { return try NetworkFile.load(path: path) } catch { throw CommandError(error) }
  }
}

/// Functions that find profiles.
///
/// A text that ends in `.yml` or contains a slash is the path of a file, any other text a name in a
/// catalog.
enum ProfileInput {
  static func find<Entry>(
    _ text: String, in catalog: Catalog<Entry>,
    load: (String) throws(CommandError) -> Entry
  ) throws(CommandError) -> Entry {
    if isFile(text) { return try load(text) }
    do { return try catalog.choose(text).entry } catch { throw .usage("\(error)") }
  }

  /// Returns a Boolean value that indicates whether a text is a path.
  static func isFile(_ text: String) -> Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }
}

extension CommandError {
  init(_ error: YAMLFileError) {
    switch error {
    case .missingFile, .directory: self.init(.noInput, "\(error)")
    case .unreadable: self.init(.inputOutput, "\(error)")
    default: self.init(.badData, "\(error)")
    }
  }
}
