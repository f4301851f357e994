import ArgumentParser
import Foundation

/// The other simulator: libCacheSim, a C library whose Python package is installed from the Python
/// Package Index.
struct Wheel {
  static let version = "0.3.5"

  /// The path of a Python that has the package.
  let python: String

  /// Creates a virtual environment with the package in a folder, unless it already exists.
  /// - Throws: `ValidationError` if there is no Python, no network or no such package.
  init(folder: String) throws {
    let python = folder + "/bin/python"
    if !FileManager.default.isExecutableFile(atPath: python) {
      _ = try MeasuredProcess("python3", ["-m", "venv", folder])
    }
    _ = try MeasuredProcess(
      folder + "/bin/pip",
      ["install", "--quiet", "--disable-pip-version-check", "libcachesim==\(Self.version)"])
    self.python = python
  }

  /// The script that reads a file and replays it once, each request counting 1.
  ///
  /// It prints CPU ns, requests and misses.
  static let script = """
    import sys, time, libcachesim
    path, policy, capacity = sys.argv[1], sys.argv[2], int(sys.argv[3])
    start = time.process_time_ns()
    reader = libcachesim.TraceReader(
        path, libcachesim.TraceType.ORACLE_GENERAL_TRACE,
        libcachesim.ReaderInitParam(ignore_obj_size=True))
    ratio = getattr(libcachesim, policy)(capacity).process_trace(reader)[0]
    nanoseconds = time.process_time_ns() - start
    requests = reader.get_num_of_req()
    print(nanoseconds, requests, round(ratio * requests))
    """

  func replay(_ trace: String, _ policy: String, _ capacity: Int) throws -> Replayed {
    Replayed(try MeasuredProcess(python, ["-c", Self.script, trace, policy, "\(capacity)"]))
  }
}

/// The result that a process printed for its replay.
struct Replayed {
  let nanoseconds: Double
  let requests: Int, misses: Int
  let peakBytes: Int

  init(_ process: MeasuredProcess) {
    let figures = process.words.compactMap { Int($0) } + [0, 0, 0]
    nanoseconds = Double(figures[0])
    (requests, misses) = (figures[1], figures[2])
    peakBytes = process.peakBytes
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The output of a process, and its peak memory.
///
/// The peak memory of a process starts with that of its parent, so the parent must stay small: it
/// makes no stream itself.
struct MeasuredProcess {
  /// The words of the last line of the output.
  let words: [Substring]
  /// The largest resident memory, including mapped files, in bytes.
  let peakBytes: Int

  /// Runs a process to its end.
  /// - Throws: `ValidationError` if it cannot be started or fails.
  init(_ executable: String, _ arguments: [String]) throws {
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addclose(&actions, pipe.fileHandleForReading.fileDescriptor)

    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawnp(&process, executable, &actions, nil, words, environ)
    let command = ([executable] + arguments).joined(separator: " ")
    guard status == 0 else {
      throw ValidationError("'\(command)' cannot be started: \(String(cString: strerror(status)))")
    }
    try pipe.fileHandleForWriting.close()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    var (result, usage) = (Int32(0), rusage())
    while wait4(process, &result, 0, &usage) < 0, errno == EINTR {}
    guard result == 0 else { throw ValidationError("'\(command)' failed with status \(result)") }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    self.words = lines.last?.split(separator: " ") ?? []
    #if canImport(Darwin)
      peakBytes = usage.ru_maxrss
    #else
      peakBytes = usage.ru_maxrss * 1024
    #endif
  }
}
