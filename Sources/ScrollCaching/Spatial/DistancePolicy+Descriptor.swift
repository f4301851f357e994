import ScrollCore

extension DistancePolicy {
  static let descriptor = PolicyDescriptor(
    "distance", "Evicts the image farthest from the middle of the screen.",
    settings: [.lead()],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Score: distance of the item's middle from the viewport's, times lead on the side \
        being left; the highest leaves first, ties by order of storing. Several items: the \
        nearest counts; none: leaves first. Equal to LRU and to Belady on walks of single \
        steps over equal sizes. After furthest-away replacement (Ren and Dunham, MobiCom \
        2000).
        """,
      claims: [.standard, .bestOnWalks, .reusesIDs],
      score: { setup in
        let distance = NearestDistance(setup, lead: setup.settings.number("lead"))
        return { image, _, viewport in distance(to: image, from: viewport) }
      })
  ) { DistancePolicy($0, lead: $0.settings.number("lead")) }
}
