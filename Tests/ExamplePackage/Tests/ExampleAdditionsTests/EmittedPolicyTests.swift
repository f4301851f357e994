import ExampleAdditions
import Foundation
import ScrollCaching
import ScrollCore
import ScrollPolicyTesting
import Testing

/// The policies that `emit --for swift` has written, against the scores that they were written for.
struct EmittedPolicyTests {
  private static let emitted = [FoundPolicy.descriptor, EveryFigurePolicy.descriptor]

  /// `emitted.txt` says which type is which score.
  static func score(of type: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "emitted.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(type + " ") })
    return String(line.dropFirst(type.count + 1))
  }

  private static let types = ["FoundPolicy", "EveryFigurePolicy"]

  @Test(arguments: 0..<2, [PolicySetup.Clock.simulation, .requests])
  func `an emitted policy evicts and refuses the same images as its score`(
    place: Int, clock: PolicySetup.Clock
  ) throws {
    let own = Self.emitted[place]
    let score = try PolicyCatalog.builtIn.choose(Self.score(of: Self.types[place]))
    var removals = 0
    for seed in UInt64(0)..<200 {
      let session = RandomSession(seed: seed, clock: clock)
      let expected = session.transcript(of: score.entry, score.settings)
      let found = session.transcript(of: own, SettingValues(standardsOf: own.settings))
      try #require(found == expected, "seed \(seed)")
      removals += expected.count(where: { $0.contains("cost") })
    }
    #expect(removals > 100, "expected sessions that evict")
  }

  // Small worlds take most of the time. `SecondNewestPolicyTests` shows that they are tried.
  @Test(.laws(smallWorlds: false), arguments: 0..<2)
  func `an emitted policy keeps the laws that it claims`(place: Int) throws {
    try checkLaws(of: Self.emitted[place])
  }
}
