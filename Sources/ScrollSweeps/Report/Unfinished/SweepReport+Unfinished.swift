import ScrollCore
import ScrollPages

extension SweepReport {
  /// Whether every run of the sweep has been made.
  var isFinished: Bool { madeCount >= sweep.runs }

  /// How much of the sweep has been made, and on what of it the answer rests; nil if all of it.
  var incompleteness: String? {
    guard !isFinished else { return nil }
    let made =
      "So far \(NumberText.count(madeCount)) of \(NumberText.count(sweep.runs)) runs have been made"
    guard let comparable, comparable.allPolicies > 1 else {
      return "\(made); the answer may change."
    }
    guard !comparable.isEmpty else {
      return "\(made). Nothing is compared yet: no two policies have been run in the same scenario "
        + "with the same budget."
    }
    let (policies, all) = (comparable.policies.count, comparable.allPolicies)
    let who =
      policies == all
      ? (all == 2 ? "both policies" : "all \(all) policies")
      : "\(policies) of \(all) policies"
    return "\(made); the answer may change. It compares \(who), on the "
      + "\(NumberText.count(comparable.placeCount)) of "
      + "\(Words.count(comparable.allPlaces, "combination")) of \(placeWords) that each of them has."
  }

  private var placeWords: String {
    sessions.count > scenes.count ? "scenario, session and budget" : "scenario and budget"
  }
}
