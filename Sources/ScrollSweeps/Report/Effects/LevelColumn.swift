/// Values, and the places of each among the different ones.
struct LevelColumn {
  private(set) var levels: [String] = []
  private(set) var places: [Int] = []

  init(_ values: [String]) {
    var known: [String: Int] = [:]
    for value in values {
      let place = known[value] ?? levels.count
      if place == levels.count {
        levels.append(value)
        known[value] = place
      }
      places.append(place)
    }
  }
}
