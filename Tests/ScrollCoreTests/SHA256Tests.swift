import Foundation
import ScrollCore
import Testing

@Suite struct SHA256Tests {
  /// Examples of FIPS 180-4 and of NIST's Cryptographic Standards page (SHA256.pdf), and the digest
  /// of nothing.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `digests match the published examples`(message: String, digest: String) {
    #expect(SHA256(of: Array(message.utf8)).hex == digest)
  }

  @Test func `the digest of a million letters a matches the published one`() {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      SHA256(of: message).hex
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Every length around the borders of one and of two blocks, where padding differs.
  @Test func `digests match sha256sum for messages of every length`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sha256-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var random = SeededRandom(seed: 256)
    let lengths = Array(0...130) + [1000, 4096, 65_537]
    var expected = ""
    for length in lengths {
      let message = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      try Data(message).write(to: folder.appendingPathComponent("\(length)"))
      expected += "\(SHA256(of: message).hex)  \(length)\n"
    }
    #expect(try Self.sha256sum(lengths.map(String.init), in: folder) == expected)
  }

  private static func sha256sum(_ files: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    #if os(Linux)
      process.arguments = ["sha256sum"] + files
    #else
      process.arguments = ["shasum", "-a", "256"] + files
    #endif
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
