import ScrollCore

// Images that appear for the first time, and again.

extension FigureCatalog {
  static let visits =
    [
      count("laterVisits", "later visits", "appearances of images that had appeared before") {
        $0.laterVisits.appearances
      }
    ] + ofVisits("firstVisit", "first", "of first appearances of images") { $0.firstVisits }
    + ofVisits("laterVisit", "later", "of later ones") { $0.laterVisits }

  private static func ofVisits(
    _ name: String, _ word: String, _ whose: String,
    _ visits: @escaping @Sendable (RunReport) -> RunReport.Visits
  ) -> [Figure] {
    [
      real(
        "\(name)HitRate", .ratio, "\(word) hit %", decimals: 1, "hits per request, \(whose)",
        better: .more
      ) { visits($0).hitRate },
      real(
        "\(name)StallSeconds", .seconds, "\(word) stall s", decimals: 2,
        "blank and wrong area in the cells \(whose); what late frames keep from the user "
          + "belongs to neither first nor later ones"
      ) { visits($0).stallSeconds },
      time(
        "\(name)P50Milliseconds", "\(word) p50 ms",
        "time to image that half keep, \(whose); \(neverOrUnknown)"
      ) { visits($0).timeToImage.p50 },
      time(
        "\(name)P95Milliseconds", "\(word) p95 ms",
        "time to image that 95 % keep, \(whose); \(neverOrUnknown)"
      ) { visits($0).timeToImage.p95 },
    ]
  }
}
