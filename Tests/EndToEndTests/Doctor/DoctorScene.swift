import Testing

/// A run whose bottleneck is known, by its options.
struct DoctorScene: Sendable, CustomTestStringConvertible {
  let bottleneck: String
  /// What follows the subcommand, separated by spaces.
  let command: String

  var arguments: [String] { command.split(separator: " ").map(String.init) }
  var testDescription: String { bottleneck }

  /// One for each bottleneck that there is.
  static let all = [
    // 4620 photos over 780 kbit/s.
    DoctorScene(
      bottleneck: "network",
      command: "Traces/recorded/photo-grid-session.scroll --loader nuke --network 3g"),
    // A photo takes a third of a second, and the phone has two cores.
    DoctorScene(
      bottleneck: "decode", command: "Traces/photo-grid.scroll --device iphone-5 --budget 32MiB"),
    // Nothing is decoded, but a texture has four million bytes to be read.
    DoctorScene(
      bottleneck: "flash",
      command: "Tests/EndToEndTests/Doctor/Fixtures/textures.scroll --device iphone-5 "
        + "--loader cached:decode=none --prefetch none --budget 256MiB"),
    // Sixteen cells a row, each a millisecond: more than a frame has.
    DoctorScene(
      bottleneck: "mainThread",
      command: "Tests/EndToEndTests/Doctor/Fixtures/icons.scroll --device iphone-5"),
    // To and fro over a feed of which a tenth has room.
    DoctorScene(
      bottleneck: "budget",
      command:
        "Traces/recorded/feed-to-and-fro.scroll --device iphone-5 --budget 24MiB --prefetch none"),
    // The same, with room enough for what was seen last, which this policy gives up first.
    DoctorScene(
      bottleneck: "policy",
      command: "Traces/recorded/feed-to-and-fro.scroll --device iphone-5 --budget 96MiB "
        + "--policy lfu --prefetch none"),
  ]
}
