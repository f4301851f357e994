import ArgumentParser
import Foundation

/// The other simulator: libCacheSim, C behind Python, from the package index.
struct Wheel {
  static let version = "0.3.5"

  /// A Python that has the package.
  let python: String

  /// Makes a virtual environment with the package in a folder, unless it is there already.
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

  /// Reads a file and replays it once, every request counting 1: CPU ns, requests and misses.
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

/// What a process said of its one replay.
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
