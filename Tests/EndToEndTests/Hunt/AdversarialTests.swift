import Foundation
import Testing

/// The committed worst scrolls: `Traces/adversarial`, as `.ci/oracles/adversarial` writes them.
@Suite struct AdversarialTests {
  private static let folder = PackageRoot.url.appendingPathComponent("Traces/adversarial")
  /// As `hunts.json` has them; empty where nothing was hunted yet.
  private static func hunts() throws -> [[String: Any]] {
    let file = folder.appendingPathComponent("hunts.json")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return try JSONText.array(data)
  }

  static let count = (try? hunts().count) ?? 0

  @Test(.enabled(if: count > 0), arguments: 0..<count)
  func `the documented stalls equal those of the runs`(place: Int) throws {
    let hunt = try Self.hunts()[place]
    let stalls = try HuntedRuns.stalls(hunt, in: PackageRoot.url)
    #expect(stalls == HuntedRuns.stated(hunt), "\(hunt["trace"] ?? "")")
  }

  @Test(.enabled(if: count > 0), arguments: 0..<count)
  func `a worst case is twice as bad and a second longer, or has a reason`(
    place: Int
  ) throws {
    let hunt = try Self.hunts()[place]
    let (value, other) = try (
      #require(hunt.number("value")), #require(hunt.number("opponentValue"))
    )
    let isBad = value >= 2 * other && value - other >= 1
    #expect(isBad || hunt["shortfall"] is String, "\(hunt["trace"] ?? "")")
    #expect(value > other)
    #expect((hunt.number("screens") ?? 3) >= 3)
  }

  @Test(.enabled(if: count > 0))
  func `the page shows every committed trace with its picture`() throws {
    let page = try String(
      contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    let hunts = try Self.hunts()
    for hunt in hunts {
      let name = (hunt["trace"] as? String ?? "").split(separator: "/").last.map(String.init)
      #expect(page.contains("`\(try #require(name))`"))
      #expect(page.contains(try #require(hunt["picture"] as? String)))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.count { $0.hasSuffix(".scroll") } == hunts.count)
  }
}
