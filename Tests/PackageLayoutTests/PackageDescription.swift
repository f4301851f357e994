import Foundation

/// The targets of Package.swift, as the package manager understands it.
struct PackageDescription {
  var name: String
  var isTest: Bool
  var isExecutable: Bool
  /// Targets of this package that it depends on.
  var targets: [String]
  /// Other packages that it takes products from.
  var packages: [String]

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Asks the package manager.
  ///
  /// With a scratch path of its own: that of `swift test` is locked while tests run.
  static func targets() throws -> [PackageDescription] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--scratch-path", ".build-layers", "dump-package"]
    process.currentDirectoryURL = root
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0,
      let document = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let targets = document["targets"] as? [[String: Any]]
    else {
      throw Failure(
        description: "'swift package dump-package' ended with \(process.terminationStatus)")
    }
    return targets.map(PackageDescription.init)
  }

  private init(_ target: [String: Any]) {
    name = target["name"] as? String ?? ""
    isTest = target["type"] as? String == "test"
    isExecutable = target["type"] as? String == "executable"
    targets = []
    packages = []
    // Each is `{byName: [NAME, condition]}`, `{target: ...}` or `{product: [NAME, PACKAGE...]}`.
    for dependency in target["dependencies"] as? [[String: [Any]]] ?? [] {
      for (kind, words) in dependency {
        if kind == "product", words.count > 1 {
          packages.append(words[1] as? String ?? "")
        } else {
          targets.append(words.first as? String ?? "")
        }
      }
    }
  }
}
