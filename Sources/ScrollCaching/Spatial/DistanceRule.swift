/// The distance from where the user looks, times a weight.
struct DistanceRule: PlaceRule {
  var focus: Focus

  func score(start: Double, end: Double, weight: Double) -> Double {
    max(focus.distance(to: start), focus.distance(to: end)) * weight
  }
}
