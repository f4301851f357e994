import ImageMemoryCache
import ScrollCaching
import ScrollCore

/// `stress SECONDS [--planted-race]`: eight tasks do everything to five caches at once.
///
/// Ends with 1 if a value is lost, kept alive or found under another key. The Thread Sanitizer ends
/// it with 66.
@main enum Stress {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    PlantedRace.isPlanted = arguments.contains("--planted-race")
    let seconds = arguments.first.flatMap { Int($0) } ?? 10
    let tallies = Tallies()
    try await run(for: .seconds(seconds), tallies)
    if Picture.alive != 0 { tallies.fault("\(Picture.alive) pictures are still alive") }
    print(
      "\(tallies.operations.load(ordering: .relaxed)) operations of 8 tasks,",
      "\(tallies.callbacks.load(ordering: .relaxed)) callbacks,",
      "\(tallies.faults.load(ordering: .relaxed)) faults")
    if tallies.faults.load(ordering: .relaxed) > 0 { fatalError("the cache is at fault") }
  }

  private static func run(for duration: Duration, _ tallies: Tallies) async throws {
    let events = Broadcast()
    let caches = try Fleet.make(events, tallies)
    let end = ContinuousClock.now + duration
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          while ContinuousClock.now < end {
            for _ in 0..<50 {
              await caches[random.below(caches.count)].act(&random, tallies)
              if random.chance(0.001) {
                events.say(random.chance(0.5) ? .pressure(.critical) : .background)
              }
            }
            tallies.operations.wrappingAdd(50, ordering: .relaxed)
          }
        }
      }
    }
  }
}
