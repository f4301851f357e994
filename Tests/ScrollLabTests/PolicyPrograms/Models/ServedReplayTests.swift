import ScrollCaching
import ScrollCore
import ScrollSimCommands
import Testing

/// Tests that a client with the requests of `replay` receives the answers of `replay`.
@Suite struct ServedReplayTests {
  private static let policies = PolicyCatalog.builtIn.entries
    .filter { !$0.facts.needsFuture }.map { $0.name }

  /// Returns requests for images that are numbered in order of first appearance.
  private func requests(seed: UInt64) -> [Int] {
    var random = SeededRandom(seed: seed)
    var numbers: [Int: Int] = [:]
    return (0..<300).map { _ in
      let drawn = random.below(random.chance(0.5) ? 8 : 30)
      let number = numbers[drawn] ?? numbers.count
      numbers[drawn] = number
      return number
    }
  }

  @Test(arguments: policies, [UInt64(1), 2])
  func `a dialogue has the misses of a replay`(policy: String, seed: UInt64) throws {
    let images = requests(seed: seed)
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let setup = PolicySetup(
      imageCount: 30, limits: CacheLimits(count: 9), settings: choice.settings)
    let stream = RequestStream(images: images.map { ImageID($0) }, imageCount: 30)
    let expected = choice.entry.stepwiseReplay(stream, setup)

    var dialogue = ServerDialogue()
    _ = try dialogue.say(
      #"{"scrollsim-cache-log":1,"policy":"\#(policy)","count":9,"images":30}"#)
    var (misses, refusals) = (0, 0)
    for image in images {
      let found = try dialogue.say(#"{"op":"get","key":"\#(image)"}"#)
      guard found.contains(#""hit":false"#) else { continue }
      misses += 1
      let stored = try dialogue.say(#"{"op":"set","key":"\#(image)"}"#)
      if stored.contains(#""stored":false"#) { refusals += 1 }
    }
    #expect(misses == expected.misses, "seed \(seed)")
    #expect(refusals == expected.refusals, "seed \(seed)")
  }
}
