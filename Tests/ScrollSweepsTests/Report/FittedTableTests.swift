import Foundation
import ScrollPages
import Testing

/// Tables that are wider than the terminal.
struct FittedTableTests {
  private static let names = [
    "nuke-clock:entryCostLimit=0.2:ttl=20", "nuke-clock:entryCostLimit=0.2:ttl=40",
    "nuke-clock:entryCostLimit=0.5:ttl=40", "nuke-clock:countLimit=100", "lru",
    "score: distance + 2 * bytes / time", "score: distance + 3 * bytes / time",
  ]

  private static let sample: Table = {
    var table = Table([
      .left("policy"), .right("capacity of the cache").keeping(.key), .right("requests"),
      .right("hit %"), .right("cache peak MiB"), .right("wasted decode ms").keeping(.detail),
      .left("band").toned(["good": .good]), .prose("note"),
    ])
    for (row, name) in names.enumerated() {
      table.append([
        name, "\(64 << row) MiB", "113872", "\(row).5", "\(row * 100).0", "\(row * 7000).0",
        row == 0 ? "critical" : "good",
        row == 1
          ? "too small: holds 3.2 images, needs 11, and over its budget now and then" : "",
      ])
    }
    return table
  }()

  @Test(arguments: [24, 30, 40, 80, 120, 200])
  func `no line is wider than the terminal`(width: Int) {
    let lines = Self.sample.text(fitting: width).split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines)")
  }

  @Test(arguments: [24, 30, 40, 80, 120])
  func `no two cut names become equal`(width: Int) {
    let lines = Self.sample.text(fitting: width).split(separator: "\n").map(String.init)
    let figures = (0..<Self.names.count).map { " \(64 << $0) MiB" }
    let rows = figures.compactMap { figure in lines.first { $0.contains(figure) } }
    let names = zip(rows, figures).map { row, figure in
      row.components(separatedBy: figure)[0].trimmingPrefix(" ")
    }
    #expect(
      Set(names.map { "\($0)".split(separator: "  ")[0] }).count == Self.names.count, "\(lines)")
  }

  @Test func `names whose differences do not fit get numbers`() {
    var table = Table([.left("session"), .right("stalls")])
    for first in 0..<4 {
      for second in 0..<4 {
        let name = "recorded-\(first)0-in-the-morning-of-a-quiet-day-\(second)0-and-in-the-evening"
        table.append([name, "\(first * 4 + second)"])
      }
    }
    let lines = table.text(fitting: 24).split(separator: "\n").dropFirst().prefix(16)
    #expect(Set(lines.compactMap { $0.split(separator: " ").first }).count == 16, "\(lines)")
  }

  @Test func `a table that fits or has no terminal stays unchanged`() {
    #expect(Self.sample.text(fitting: nil) == Self.sample.text())
    #expect(Self.sample.text(fitting: Self.sample.width) == Self.sample.text())
  }

  @Test func `a value that all rows share is printed once above`() {
    let text = Self.sample.text(fitting: 120)
    #expect(text.hasPrefix("All rows: requests 113872\n\n"), "\(text)")
    #expect(!text.dropFirst(30).contains("113872"), "\(text)")
  }

  @Test func `settings that all names of a kind share are printed once above`() {
    var table = Table([.left("prefetcher"), .right("stalls")])
    for ahead in [1, 2, 4] { table.append(["ring:ahead=\(ahead):behind=1:x=false", "\(ahead)"]) }
    table.append(["none", "9"])
    #expect(
      table.text(fitting: 26) == """
        ring: behind=1, x=false

        prefetcher    stalls
        ring:ahead=1       1
        ring:ahead=2       2
        ring:ahead=4       4
        none               9

        """)
  }

  @Test func `cut names keep the part in which they differ`() {
    var table = Table([.left("trace"), .right("stalls")])
    table.append(["sessions/of-the-photo-grid-17-slow-reading", "1"])
    table.append(["sessions/of-the-photo-grid-18-slow-reading", "2"])
    let text = table.text(fitting: 40)
    #expect(text.contains("…") && text.contains("17") && text.contains("18"), "\(text)")
  }

  @Test func `the least important columns are omitted first, and a last line names them`() {
    let text = Self.sample.text(fitting: 60)
    let last = text.split(separator: "\n\n").last.map { $0.replacing("\n", with: " ") } ?? ""
    #expect(last.hasPrefix("Left out: "), "\(text)")
    #expect(last.contains("wasted decode ms") && last.contains("--wide"), "\(text)")
    #expect(!last.contains("capacity"), "\(text)")
  }

  @Test func `sentences wrap beside the row or below it`() {
    var table = Table([.left("name"), .prose("summary")])
    table.append(["lru", "Evicts the least recently used image."])
    table.append(["size", "Evicts the largest image."])
    #expect(
      table.text(fitting: 30) == """
        name  summary
        lru   Evicts the least
              recently used image.
        size  Evicts the largest
              image.

        """)
  }

  @Test func `bands have colors only in a style with colors`() {
    let styled = Self.sample.text(style: .styled)
    #expect(styled.contains("\u{1b}[38;5;28mgood\u{1b}[0m"), "\(styled)")
    #expect(!styled.contains("mcritical"), "\(styled)")
    #expect(!Self.sample.text().contains("\u{1b}"))
  }

  /// Two traces on two devices with three policies each.
  private static let grouped: Table = {
    var table = Table([
      .left("trace").keeping(.key), .left("device").keeping(.key), .left("policy").keeping(.key),
      .right("mean stall s").keeping(.key), .right("stall s 16MiB"), .right("stall s 64MiB"),
    ])
    for trace in ["photo-grid-session", "feed-to-and-fro"] {
      for device in ["iphone-8", "iphone-13-pro"] {
        for (index, policy) in ["lru", "distance", "sieve"].enumerated() {
          table.append([trace, device, policy, "\(index).50", "\(index).75", "\(index).25"])
        }
      }
    }
    return table
  }()

  @Test func `names that consecutive rows share move above them before a figure is omitted`() {
    #expect(
      Self.grouped.text(fitting: 40).hasPrefix(
        """
                     mean  stall s  stall s
        policy    stall s    16MiB    64MiB
        trace photo-grid-session, device
        iphone-8
        lru          0.50     0.75     0.25
        distance     1.50     1.75     1.25
        sieve        2.50     2.75     2.25

        trace photo-grid-session, device
        iphone-13-pro
        lru          0.50     0.75     0.25

        """), "\(Self.grouped.text(fitting: 40))")
  }

  @Test func `the deciding figure stays as long as the names of rows`() {
    var table = Table([
      .left("prefetcher").keeping(.key), .left("policy").keeping(.key),
      .right("stalls").keeping(.key), .right("share").keeping(.key), .right("footprint"),
    ])
    for row in 0..<6 {
      table.append([
        ["none", "neighbours"][row % 2], ["lru", "distance", "sieve"][row / 2],
        "\(row).12345", "\(row)0 %", "\(row)00",
      ])
    }
    let text = table.text(fitting: 30)
    let rows = text.split(separator: "\n").filter { $0.contains(".12345") }
    #expect(rows.count == 6 && Set(rows.map { $0.prefix(18) }).count == 6, "\(text)")
    #expect(text.contains("Left out: share, footprint."), "\(text)")
  }

  @Test func `figures are never cut`() {
    var table = Table([.right("capacity"), .right("misses"), .left("method")])
    table.append(["12345678901234", "98765432109876", "one-pass"])
    table.append(["12345678901235", "98765432109877", "replayed"])
    let text = table.text(fitting: 32)
    #expect(text.contains("12345678901234  98765432109876\n"), "\(text)")
  }
}
