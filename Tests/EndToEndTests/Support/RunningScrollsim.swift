import Foundation

/// The built command while it runs, for tests that interrupt it.
struct RunningScrollsim {
  private let process = Process()
  private let written: TemporaryFolder

  /// Starts the command, with a limit on the number of open files.
  init(_ arguments: [String], in folder: URL, files: Int? = nil) throws {
    written = try TemporaryFolder()
    process.executableURL = try Scrollsim.executable()
    process.arguments = arguments
    if let files {
      process.arguments =
        ["-c", "ulimit -n \(files); exec \"$0\" \"$@\"", try Scrollsim.executable().path]
        + arguments
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
    }
    // A test run may turn backtraces on, but their handler keeps a process alive that should crash.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try written.newFile("output")
    process.standardError = try written.newFile("complaint")
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// The error output so far.
  var complaint: String {
    (try? written.read("complaint")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Sends a signal, if the command still runs.
  func send(_ signal: Int32) {
    if process.isRunning { kill(process.processIdentifier, signal) }
  }

  /// Waits until a condition holds, at most ten seconds.
  ///
  /// - Returns: `true` if it holds.
  func wait(until condition: () -> Bool) -> Bool {
    for _ in 0..<2000 {
      if condition() { return true }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return condition()
  }

  /// Waits for the end of the command, and kills it after two minutes so that a test fails instead
  /// of hanging.
  func outcome() throws -> Scrollsim.Outcome {
    for _ in 0..<12 where !wait(until: { !process.isRunning }) {}
    if process.isRunning { send(SIGKILL) }
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return Scrollsim.Outcome(
      status: process.terminationStatus + (signal ? 128 : 0),
      output: try written.read("output"),
      complaint: String(decoding: try written.read("complaint"), as: UTF8.self))
  }
}
