import Foundation

/// The built command, run in a separate process.
enum Scrollsim {
  /// The exit status and the outputs of a process that has ended.
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

  /// Returns the command of the build that these tests belong to, which lies beside their bundle.
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
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the command's name.
  ///   - folder: the working folder; by default the package's root, which has Traces.
  ///   - output: the destination of standard output; by default the outcome.
  ///   - complaint: the destination of standard error; by default the outcome.
  ///   - environment: the environment variables besides PATH.
  /// - Returns: the exit status and the outputs, after the command has ended.
  /// - Throws: `NotBuilt`, or the system's error about the process or its files.
  static func run(
    _ arguments: [String], in folder: URL = PackageRoot.url, output: FileHandle? = nil,
    complaint: FileHandle? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(
      executable(), arguments, in: folder, output: output, complaint: complaint,
      environment: environment)
  }

  /// Runs a command line in a shell, with the command on its path.
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
    // Files instead of pipes: a pipe can fill up while no reader empties it.
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
    // A process that a signal has ended gets the exit status that a shell would report.
    let signal = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: output == nil ? try written.read("output") : Data(),
      complaint: complaint == nil
        ? String(decoding: try written.read("complaint"), as: UTF8.self) : "")
  }
}
