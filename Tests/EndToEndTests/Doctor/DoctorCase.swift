import Foundation
import Synchronization
import Testing

/// A run whose bottleneck is known, by its options.
struct DoctorCase: Sendable, CustomTestStringConvertible {
  let bottleneck: String
  /// The arguments after the subcommand, separated by spaces.
  let command: String

  /// The documents by command line, kept because each diagnosis takes a second or more.
  private static let documents = Mutex<[[String]: Data]>([:])

  /// Returns the document of `doctor` with arguments, in the package's folder.
  static func document(_ arguments: [String]) throws -> [String: Any] {
    let known = documents.withLock { $0[arguments] }
    if let known { return try JSONText.object(known) }
    let outcome = try Scrollsim.run(["doctor"] + arguments + ["--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    documents.withLock { $0[arguments] = outcome.output }
    return try JSONText.object(outcome.output)
  }

  var arguments: [String] { command.split(separator: " ").map(String.init) }
  var testDescription: String { bottleneck }

  /// One run for each bottleneck.
  static let all = [
    // 4620 photos over 780 kbit/s.
    DoctorCase(
      bottleneck: "network",
      command: "Traces/recorded/photo-grid-session.scroll --loader nuke --network 3g"),
    // A photo takes a third of a second to decode, and the phone has two cores.
    DoctorCase(
      bottleneck: "decode", command: "Traces/photo-grid.scroll --device iphone-5 --budget 32MiB"),
    // Nothing is decoded, but each texture has four million bytes to read.
    DoctorCase(
      bottleneck: "flash",
      command: "Tests/EndToEndTests/Doctor/Fixtures/textures.scroll --device iphone-5 "
        + "--loader cached:decode=none --prefetch none --budget 256MiB"),
    // Sixteen cells a row, each a millisecond: more than the time of a frame.
    DoctorCase(
      bottleneck: "mainThread",
      command: "Tests/EndToEndTests/Doctor/Fixtures/icons.scroll --device iphone-5"),
    // Back and forth over a feed; a tenth of it fits in the cache.
    DoctorCase(
      bottleneck: "budget",
      command:
        "Traces/recorded/feed-to-and-fro.scroll --device iphone-5 --budget 24MiB --prefetch none"),
    // The same; the images seen last would fit, but this policy evicts them first.
    DoctorCase(
      bottleneck: "policy",
      command: "Traces/recorded/feed-to-and-fro.scroll --device iphone-5 --budget 96MiB "
        + "--policy lfu --prefetch none"),
  ]
}
