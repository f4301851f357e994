import Testing
import scrollsim_lab

struct FormulaTextTests {
  @Test(arguments: [
    ("idle", ["An image leaves the sooner, the longer ago it was last asked for."]),
    (
      "bytes / (1 + hits)",
      [
        "An image leaves the sooner, the more bytes it has.",
        "It stays the longer, the more often it was found.",
      ]
    ),
    ("log(2 + 3 * age)", ["An image leaves the sooner, the longer ago it was stored."]),
    (
      "(1 - viewed) * bytes * prefetched",
      [
        "An image leaves the sooner, the more bytes it has, and if it was fetched ahead.",
        "It stays the longer if it has been viewed.",
      ]
    ),
    ("-uses", ["An image stays the longer, the more often it was ever asked for."]),
    ("4", ["The image that was stored first leaves first."]),
    (
      "idle:admit=3000000 - bytes + 1000000 * viewed",
      [
        "An image leaves the sooner, the longer ago it was last asked for.",
        "It is stored the more readily, the fewer bytes it has, and if it has been viewed; "
          + "beyond a bound it is not.",
      ]
    ),
    (
      "idle:admit=-1",
      [
        "An image leaves the sooner, the longer ago it was last asked for.",
        "No image is stored.",
      ]
    ),
  ])
  func `a monotonic formula has a description`(
    text: String, words: [String]
  ) throws {
    #expect(try #require(Formula(policy: "score: \(text)")).words == words)
  }

  @Test(arguments: [
    // These rank up and down, or depend on the sign of another figure, or on something that all
    // images share.
    "abs(idle - 10)", "distance * signedDistance", "idle * velocity", "bytes * idle - 5 * bytes",
    "idle / (hits - 2)", "idle:admit=abs(uses - 3) - 1",
  ])
  func `a formula that is not monotonic has no description`(text: String) throws {
    #expect(try #require(Formula(policy: "score: \(text)")).words == nil)
  }
}
