import Foundation

/// The built command, run as a process of its own.
enum Scrollsim {
  /// What a process left behind.
  struct Outcome {
    var status: Int32
    var output: Data
    var complaint: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [Substring] { text.split(separator: "\n") }
  }

  struct NotBuilt: Error, CustomStringConvertible {
    let folders: [String]

    var description: String {
      "the command 'scrollsim' lies in none of \(folders.joined(separator: ", ")); "
        + "expected 'swift build' of the same configuration to have put it there"
    }
  }

  /// The command of the build that these tests belong to: it lies beside their bundle.
  static func executable() throws -> URL {
    var bundles = [Bundle.main.bundleURL]
    bundles += Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map(\.bundleURL)
    bundles.append(URL(fileURLWithPath: CommandLine.arguments[0]))
    let folders = bundles + bundles.map { $0.deletingLastPathComponent() }
    for folder in folders {
      let candidate = folder.appendingPathComponent("scrollsim")
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isDirectory),
        !isDirectory.boolValue
      else { continue }
      return candidate
    }
    throw NotBuilt(folders: folders.map(\.path))
  }

  /// Runs the command.
  /// - Parameters:
  ///   - arguments: what follows its name.
  ///   - folder: where it runs; the package's root, which has Traces, unless given.
  ///   - output: where its standard output goes; into the outcome unless given.
  ///   - complaint: where its standard error goes; into the outcome unless given.
  ///   - environment: what it knows besides PATH.
  /// - Returns: its status and what it wrote, once it has ended.
  /// - Throws: `NotBuilt`, or what the system says about the process or its files.
  static func run(
    _ arguments: [String], in folder: URL = PackageRoot.url, output: FileHandle? = nil,
    complaint: FileHandle? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      executable(), arguments, in: folder, output: output, complaint: complaint,
      environment: environment)
  }

  /// Runs a command line as a person's shell would, with the command on its path.
  static func paste(_ commandLine: String, in folder: URL) throws -> Outcome {
    let path = try executable().deletingLastPathComponent().path
    return try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", commandLine], in: folder, output: nil,
      complaint: nil, environment: ["PATH": "\(path):\(systemPath)"])
  }

  private static let systemPath =
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  private static func run(
    _ executable: URL, _ arguments: [String], in folder: URL, output: FileHandle?,
    complaint: FileHandle?, environment: [String: String]
  ) throws -> Outcome {
    // Files instead of pipes: neither can fill up while nobody reads it.
    let written = try TemporaryFolder()
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["PATH": systemPath].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try output ?? written.newFile("output")
    process.standardError = try complaint ?? written.newFile("complaint")
    try process.run()
    process.waitUntilExit()
    // A process that was ended by a signal has the shell's number for that.
    let signal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: output == nil ? try written.read("output") : Data(),
      complaint: complaint == nil
        ? String(decoding: try written.read("complaint"), as: UTF8.self) : "")
  }
}
