import Foundation

/// A folder of its own for a test, removed after it.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// A folder in which the package's traces can be named as from its root.
  ///
  /// They are hard links to one copy, since making hundreds of files for each test takes longer than
  /// most tests. `report` reads no file through a symbolic link that leads out of the store's
  /// folder.
  static func withTraces() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.linkItem(at: copy.get().path("Traces"), to: folder.path("Traces"))
    return folder
  }

  /// The copy of the package's traces.
  private static let copy: Result<TemporaryFolder, any Error> = Result {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: PackageRoot.url.appendingPathComponent("Traces"), to: folder.path("Traces"))
    atexit { try? FileManager.default.removeItem(at: TemporaryFolder.copy.get().url) }
    return folder
  }

  /// A folder in which profiles can be named as from the package's root, too.
  static func withTracesAndSources() throws -> TemporaryFolder {
    let folder = try withTraces()
    try FileManager.default.createSymbolicLink(
      at: folder.path("Sources"),
      withDestinationURL: PackageRoot.url.appendingPathComponent("Sources"))
    return folder
  }

  func path(_ name: String) -> URL { url.appendingPathComponent(name) }

  func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

  /// Writes a file, in place of one of this name: another folder may have a link to that.
  func write(_ data: Data, to name: String) throws {
    try data.write(to: path(name), options: .atomic)
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: path(name)) }

  /// An empty file that is open for writing.
  func newFile(_ name: String) throws -> FileHandle {
    try Data().write(to: path(name))
    return try FileHandle(forWritingTo: path(name))
  }

  /// The names of everything in it, hidden files too, in order.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
