/// A counter beside the lock, which no lock guards: a race detector must report this one.
enum PlantedRace {
  nonisolated(unsafe) static var isPlanted = false
  nonisolated(unsafe) private static var count = 0

  static func step() {
    if isPlanted { count += 1 }
  }
}
