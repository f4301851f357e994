import Foundation
import Testing

/// A scroll with a known problem, and the property that an advice must change first.
struct AdviseScene: Sendable, CustomTestStringConvertible {
  let name: String
  /// The arguments after the subcommand; `'` encloses one with spaces.
  let command: String
  /// The property of the first change; `nil` if several are right.
  let first: String?

  var testDescription: String { name }

  var arguments: [String] {
    var words: [String] = []
    for (index, part) in command.split(separator: "'", omittingEmptySubsequences: false)
      .enumerated()
    {
      words += index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
    return words
  }

  private static let textures = "Tests/EndToEndTests/Doctor/Fixtures/textures.scroll"
  private static let icons = "Tests/EndToEndTests/Doctor/Fixtures/icons.scroll"
  private static let feed = "Traces/recorded/feed-to-and-fro.scroll"

  /// The scenarios of doctor, one for each bottleneck.
  static let bottlenecks = [
    // A library cannot change a network that is always busy: only memory can be saved.
    AdviseScene(
      name: "network",
      command: "Traces/recorded/photo-grid-session.scroll --for nuke --device iphone-13-pro "
        + "--network 3g", first: "limit"),
    AdviseScene(
      name: "decode",
      command: "Traces/photo-grid.scroll --for swift --now budget=32MiB --device iphone-5 "
        + "--network wifi", first: "decode"),
    AdviseScene(
      name: "flash",
      command:
        "\(textures) --for swift --now 'loader=cached:decode=none prefetch=none budget=256MiB' "
        + "--device iphone-5 --network wifi", first: "prefetch"),
    // The cells themselves take the time of the main thread, which no setting of a library changes;
    // what is left is to begin earlier.
    AdviseScene(
      name: "main thread", command: "\(icons) --for swift --device iphone-5 --network wifi",
      first: "prefetch"),
    AdviseScene(
      name: "budget",
      command: "\(feed) --for swift --now 'budget=24MiB prefetch=none' --device iphone-5 "
        + "--network wifi", first: "limit"),
    AdviseScene(
      name: "policy",
      command: "\(feed) --for swift --now 'policy=lfu budget=96MiB prefetch=none' "
        + "--device iphone-5 --network wifi", first: "policy"),
  ]

  /// Scenarios with late frames.
  static let hitches = [
    AdviseScene(
      name: "Kingfisher decodes when an image is drawn",
      command: "Traces/photo-grid.scroll --for kingfisher --now prefetch=ring:ahead=2 "
        + "--device iphone-12 --network wifi", first: "decode"),
    AdviseScene(
      name: "an app decodes when an image is drawn",
      command:
        "Traces/photo-grid.scroll --for nscache --now 'loader=cached:decode=lazy budget=64MiB' "
        + "--device iphone-6s --network wifi", first: "decode"),
    AdviseScene(
      name: "an app decodes on the main thread",
      command: "Traces/photo-grid.scroll --for nscache "
        + "--now 'loader=cached:decodeOn=main:decodeAtOnce=true budget=64MiB' "
        + "--device iphone-6s --network wifi", first: "threads"),
  ]

  /// Scenarios in which the system kills the app, since it keeps every image.
  static let kills = [
    AdviseScene(
      name: "an app on an old phone",
      command: "Traces/photo-grid.scroll --for swift --now 'policy=unbounded budget=none' "
        + "--device iphone-5 --network wifi", first: nil),
    AdviseScene(
      name: "an app with large photos",
      command: "Traces/large-photos.scroll --for swift --now 'policy=unbounded budget=none' "
        + "--device iphone-8 --network wifi", first: nil),
    AdviseScene(
      name: "an app on Android",
      command: "Traces/photo-grid.scroll --for coil --now 'policy=unbounded budget=none' "
        + "--device pixel --network wifi", first: nil),
  ]
}
