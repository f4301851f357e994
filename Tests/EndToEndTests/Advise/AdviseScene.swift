import Foundation
import Testing

/// A scroll with a known problem, and the property that an advice must change first.
struct AdviseScene: Sendable, CustomTestStringConvertible {
  let name: String
  /// The arguments after the subcommand; `'` encloses one with spaces.
  let command: String
  /// The property of the first change; `nil` if several are right.
  let first: String?
  /// A scroll of steady speed, written as `scroll.scroll`; `nil` for one of the repository.
  var scroll: String?

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

  /// Scenarios in which the system kills the app.
  static let kills = [
    // 3.8 MiB a photo, two of which come each second: 1 300 MiB are full after 330 of 400 photos, long
    // before the limit. This cache receives no memory warnings. The photos have the pixels of their
    // cells, so that no other decode size helps.
    AdviseScene(
      name: "a limit above what a phone with 2 GB allows",
      command: "scroll.scroll --for nscache --now 'policy=nscache-corelibs budget=1536MiB' "
        + "--device iphone-8 --network wifi", first: "limit",
      scroll: steady(
        "420 size=750x1334 mix=jpeg", layout: "list:height=667", speed: 1334, seconds: 200)),
    // 30 screens ahead are 67 photos, whose files of 21 MB each are read faster than decoded: 1 400 MB
    // wait for the decoder. On screen are 3 bitmaps of 46 MiB, and two are being decoded.
    AdviseScene(
      name: "files of prefetches that wait for the decoder",
      command: "scroll.scroll --for swift --now 'prefetch=ring:ahead=30 budget=64MiB' "
        + "--device iphone-8 --network wifi", first: "prefetch",
      scroll: steady(
        "120 size=4000x3000 mix=png", layout: "list:height=300", speed: 30, seconds: 60)
    ),
    // 8 rows of 4 cells are on screen; each has a bitmap of 46 MiB: 1 490 MiB in cells of 94 pt, with
    // a cache of 64 MiB and no prefetching to blame.
    AdviseScene(
      name: "photos decoded at full size in small cells",
      command: "scroll.scroll --for swift --now 'prefetch=none budget=64MiB' --device iphone-8 "
        + "--network wifi", first: "decode",
      scroll: steady(
        "400 size=4032x3024 mix=jpeg", layout: "grid:columns=4", speed: 10, seconds: 60)),
    AdviseScene(
      name: "an app on an old phone that keeps every image",
      command: "Traces/photo-grid.scroll --for swift --now 'policy=unbounded budget=none' "
        + "--device iphone-5 --network wifi", first: nil),
    AdviseScene(
      name: "an app on Android that keeps every image",
      command: "Traces/photo-grid.scroll --for coil --now 'policy=unbounded budget=none' "
        + "--device pixel --network wifi", first: nil),
  ]

  /// Returns the text of a trace that scrolls with a speed in points per second.
  private static func steady(
    _ items: String, layout: String, speed: Int, seconds: Int
  ) -> String {
    let rows = (0...seconds).map { "\(1000 * $0),\(speed * $0),tracking\n" }.joined()
    return """
      scrollsim-trace 1
      title: Steady
      provenance: written for a test
      kind: synthetic
      units: pt ms
      viewport: 375x667
      direction: forward
      decelerationRate: normal
      layout: \(layout)
      catalogue: generated items=\(items) origin=disk

      [samples]
      time_ms,offset,phase
      \(rows)
      end

      """
  }
}
