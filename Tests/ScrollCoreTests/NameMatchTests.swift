import ScrollCore
import Testing

@Suite struct NameMatchTests {
  private static let devices = [
    "iphone-5", "iphone-6", "iphone-11", "iphone-12", "iphone-13-pro", "pixel",
  ]
  private static let networks = ["edge", "3g", "lte", "5g", "wifi", "wifi-ac"]

  @Test(
    arguments: [
      ("lru", ["lru", "lru-k"], "lru"), ("LRU", ["lru", "lru-k"], "lru"),
      ("Neighbours", ["none", "neighbours"], "neighbours"),
      ("neighbors", ["none", "neighbours"], nil),
      ("ring", ["Ring", "ring"], "ring"), ("RING", ["Ring", "ring"], nil),
      ("lr", ["lru"], nil), ("iPhone 13 Pro", devices, nil),
    ] as [(String, [String], String?)])
  func `a search finds a name exactly or in another case`(
    typed: String, names: [String], found: String?
  ) {
    #expect(NameMatch.find(typed, in: names) == found)
  }

  @Test(
    arguments: [
      ("iPhone 13 Pro", devices, "iphone-13-pro"), ("iphone13pro", devices, "iphone-13-pro"),
      ("iphone-13", devices, "iphone-13-pro"), ("iphone", devices, nil),
      ("iphone-14", devices, nil),
      ("pixle", devices, "pixel"), ("4g", networks, nil), ("LTE ", networks, "lte"),
      ("runn", ["run", "report"], "run"), ("idel", ["idle", "age"], "idle"),
      ("mine", ["size", "time"], nil), ("wife", networks, "wifi"),
      ("kingfischer", ["kingfisher", "nuke"], "kingfisher"), ("", networks, nil),
      ("--", networks, nil),
    ] as [(String, [String], String?)])
  func `the suggestion is the name that a person most likely means`(
    typed: String, names: [String], meant: String?
  ) {
    #expect(NameMatch.suggestion(for: typed, among: names) == meant)
  }
}
