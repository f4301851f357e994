import Foundation
import ScrollSimulation
import Testing

/// Two hundred runs of everything that there is, drawn once, with a digest of all figures of each.
///
/// The digests change with the model's version, and never without it. `drawn-runs.txt` names its
/// version and its figures; one that is added is not digested before the next version.
@Suite struct DrawnRunTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("drawn-runs.txt")

  private static func goldens() throws -> DrawnRunGoldens {
    try DrawnRunGoldens(String(contentsOf: file, encoding: .utf8))
  }

  @Test func `no figure of any run changes within one model version`() throws {
    var goldens = try Self.goldens()
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1",
      goldens.model != ModelVersion.current
    {
      try goldens.recorded().write(to: Self.file, atomically: true, encoding: .utf8)
      goldens = try Self.goldens()
    }
    try #require(
      goldens.model == ModelVersion.current,
      """
      drawn-runs.txt is of model version \(goldens.model), and this is \(ModelVersion.current): \
      SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter DrawnRunTests records it anew
      """)
    try #require(goldens.runs.count == 200)
    for (digest, text) in goldens.runs {
      let found = try DrawnRun(text).digest(of: goldens.figures)
      #expect(
        found == digest, "a figure changed: raise ModelVersion.current or find the bug; \(text)")
    }
  }

  @Test(arguments: [(9, "2"), (8, "7MiB"), (2, "3001 memoryPressure warning"), (4, "wifi")])
  func `another seed, budget, time or network gives another digest`(
    place: Int, value: String
  ) throws {
    let goldens = try Self.goldens()
    let fields = [
      "browsing seed=1 8s grid 390x844 forward normal",
      "items=300 size=600..1200@4/3 mix=jpeg content=photo origin=network",
      "3000 memoryPressure warning", "iphone-5", "lte", "cached", "own", "random", "8MiB", "1",
    ]
    var others = fields
    others[place] = value
    func digest(_ fields: [String]) throws -> String {
      try DrawnRun(fields.joined(separator: " | ")).digest(of: goldens.figures)
    }
    #expect(try digest(fields) == digest(fields))
    #expect(try digest(fields) != digest(others))
  }
}
