import Foundation
import Testing

/// Files that the command writes: whole, or not at all.
@Suite struct OutputFileTests {
  private static let generate = [
    "trace", "generate", "--duration", "5s", "--catalogue", "items=90", "--output",
  ]

  @Test func `an older file is replaced and never truncated`() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "s.scroll")
    // Another name of the same file: it sees whether that is written into.
    try FileManager.default.linkItem(at: folder.path("s.scroll"), to: folder.path("witness"))
    #expect(try Scrollsim.run(Self.generate + ["s.scroll"], in: folder.url).status == 0)
    #expect(try folder.read("witness") == Data("older".utf8))
    #expect(try folder.read("s.scroll").count > 100)
    #expect(try folder.names() == ["s.scroll", "witness"])
  }

  @Test func `a failed import keeps the older file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "s.scroll")
    try folder.write("t_ms,scroll_y\n0,0\n10,nan\n", to: "r.csv")
    let outcome = try Scrollsim.run(
      ["trace", "import", "r.csv", "--catalogue", "items=90", "--output", "s.scroll"],
      in: folder.url)
    #expect(outcome.status == 65)
    #expect(try folder.read("s.scroll") == Data("older".utf8))
    #expect(try folder.names() == ["r.csv", "s.scroll"])
  }

  @Test func `an output replaces the target of a symbolic link, not the link`() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link").path, withDestinationPath: "target")
    #expect(try Scrollsim.run(Self.generate + ["link"], in: folder.url).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link").path)
        == "target")
    #expect(try folder.read("target").count > 100)
  }

  @Test func `an output to a pipe keeps the pipe`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    // Open for reading and writing, so that nobody waits for the other side.
    let descriptor = open(path, O_RDWR | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { _ = close(descriptor) }
    #expect(try Scrollsim.run(Self.generate + ["pipe"], in: folder.url).status == 0)
    let handle = FileHandle(fileDescriptor: descriptor)
    let beginning = try #require(try handle.read(upToCount: 17))
    #expect(String(decoding: beginning, as: UTF8.self) == "scrollsim-trace 1")
    let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test(arguments: [0o600, 0o640, 0o666, 0o755], ["s.scroll", "link"])
  func `a replaced file keeps its permissions`(older: Int, output: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "s.scroll")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link").path, withDestinationPath: "s.scroll")
    #expect(chmod(folder.path("s.scroll").path, mode_t(older)) == 0)
    #expect(try Scrollsim.run(Self.generate + [output], in: folder.url).status == 0)
    #expect(try folder.read("s.scroll").count > 100)
    #expect(try mode(folder.path("s.scroll")) == older)
  }

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("000", 0o666)])
  func `a new file has the default permissions`(mask: String, expected: Int) throws {
    let folder = try TemporaryFolder()
    let words = (["umask", mask + ";", "scrollsim"] + Self.generate + ["s.scroll"])
    let outcome = try Scrollsim.paste(words.joined(separator: " "), in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try mode(folder.path("s.scroll")) == expected)
  }

  @Test func `an output to a dangling link creates its target`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link").path, withDestinationPath: "target")
    #expect(try Scrollsim.run(Self.generate + ["link"], in: folder.url).status == 0)
    #expect(try folder.read("target").count > 100)
    #expect(try folder.names() == ["link", "target"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves no partial file and no partial folder`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let running = try RunningScrollsim(
      ["trace", "generate", "--count", "9000", "--seed", "1", "--output", "d"], in: folder.url)
    let isUnderWay = running.wait {
      let partial = (try? folder.names())?.first { $0.hasSuffix(".partial") }
      return partial.map {
        (try? FileManager.default.contentsOfDirectory(
          atPath: folder.path($0).path
        ).count > 3) ?? false
      } ?? false
    }
    #expect(isUnderWay)
    running.send(signal)
    let outcome = try running.outcome()
    #expect(outcome.status == 128 + signal, "\(outcome.status): \(outcome.complaint)")
    let left = try folder.names()
    #expect(left.isEmpty, "\(left)")
  }

  @Test func `an output beyond the file size limit keeps the older file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "s.scroll")
    let trace = PackageRoot.url.appendingPathComponent("Traces/photo-grid.scroll").path
    let outcome = try Scrollsim.paste(
      "ulimit -f 8; exec scrollsim trace export '\(trace)' --format csv --output s.scroll",
      in: folder.url)
    #expect(outcome.status == 74, "\(outcome.complaint)")
    #expect(try folder.read("s.scroll") == Data("older".utf8))
    #expect(try folder.names() == ["s.scroll"])
  }
}
