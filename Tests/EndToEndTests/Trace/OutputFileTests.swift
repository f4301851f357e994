import Foundation
import Testing

/// Files that the command writes: whole, or not at all.
@Suite struct OutputFileTests {
  private static let generate = [
    "trace", "generate", "--duration", "5s", "--catalogue", "items=90", "--output",
  ]

  @Test func `an older file is replaced, never cut short`() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "s.scroll")
    // Another name of the same file: it sees whether that is written into.
    try FileManager.default.linkItem(at: folder.path("s.scroll"), to: folder.path("witness"))
    #expect(try Scrollsim.run(Self.generate + ["s.scroll"], in: folder.url).status == 0)
    #expect(try folder.read("witness") == Data("older".utf8))
    #expect(try folder.read("s.scroll").count > 100)
    #expect(try folder.names() == ["s.scroll", "witness"])
  }

  @Test func `an import that fails leaves the older file as it was`() throws {
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

  @Test func `the target of a symbolic link is replaced, not the link`() throws {
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

  @Test func `a pipe is written to, and stays a pipe`() throws {
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
}
