import Foundation

/// A program that unpacks a file while it is read.
final class Unpacking {
  /// What it writes.
  let output: Int32
  private let process = Process()
  private let pipe = Pipe(), complaints = Pipe()
  private let packing: Packing
  private let path: String

  /// Starts the program.
  /// - Throws: `RequestFormatError` where it is not to be found, and for standard input, of which
  ///   the first bytes are gone.
  init(_ packing: Packing, _ path: String) throws(RequestFormatError) {
    self.packing = packing
    self.path = path
    guard path != "-" else { throw .packedInput(program: packing.program) }
    guard let program = Self.find(packing.program) else {
      throw .noProgram(file: path, program: packing.program)
    }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-dcq", "--", path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = complaints
    output = pipe.fileHandleForReading.fileDescriptor
    do { try process.run() } catch {
      throw .noProgram(file: path, program: packing.program)
    }
    // What is written to by the program alone ends when it does.
    try? pipe.fileHandleForWriting.close()
    try? complaints.fileHandleForWriting.close()
  }

  /// Waits for its end after its last byte.
  /// - Throws: `RequestFormatError.damaged` if it could not unpack everything.
  func finish() throws(RequestFormatError) {
    let said = (try? complaints.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    guard process.terminationStatus != 0 else { return }
    let sentence =
      String(decoding: said ?? Data(), as: UTF8.self)
      .split(separator: "\n").first.map(String.init) ?? "status \(process.terminationStatus)"
    throw .damaged(file: path, program: packing.program, complaint: sentence)
  }

  /// Ends it, if nothing more is wanted of it.
  func stop() {
    try? pipe.fileHandleForReading.close()
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Where the shell would find a program.
  private static func find(_ program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
