import Testing
import scrollsim_lab

struct FormulaTextTests {
  @Test(arguments: [
    ("idle", ["An image is evicted sooner if it was last requested longer ago."]),
    (
      "bytes / (1 + hits)",
      [
        "An image is evicted sooner if it has more bytes.",
        "It stays longer if it has more hits.",
      ]
    ),
    ("log(2 + 3 * age)", ["An image is evicted sooner if it was stored longer ago."]),
    (
      "(1 - viewed) * bytes * prefetched",
      [
        "An image is evicted sooner if it has more bytes or if it was prefetched.",
        "It stays longer if it has been viewed.",
      ]
    ),
    ("-uses", ["An image stays longer if it has more requests in total."]),
    ("4", ["The image that was stored first is evicted first."]),
    (
      "idle:admit=3000000 - bytes + 1000000 * viewed",
      [
        "An image is evicted sooner if it was last requested longer ago.",
        "It is stored more readily if it has fewer bytes or if it has been viewed; beyond a "
          + "threshold it is refused.",
      ]
    ),
    (
      "idle:admit=-1",
      [
        "An image is evicted sooner if it was last requested longer ago.",
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
