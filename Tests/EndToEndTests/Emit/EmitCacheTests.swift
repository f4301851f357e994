import Foundation
import Testing

/// The cache for apps, set up by `emit --for swift`.
@Suite struct EmitCacheTests {
  private func emit(_ arguments: String...) throws -> String {
    let outcome = try Scrollsim.run(["emit", "--for", "swift"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  @Test func `emit writes a policy by name and a share of memory`() throws {
    let text = try emit("--policy", "s3fifo:refusesLarge=true", "--budget", "15%<=768MiB")
    #expect(text.hasPrefix("// policy s3fifo:refusesLarge=true, budget 15%<=768MiB; scrollsim "))
    #expect(text.contains("\nimport ImageMemoryCache\nimport UIKit\n"), "\(text)")
    #expect(
      text.contains(
        """
            policy: CachePolicy("s3fifo:refusesLarge=true"), costLimit: .shareOfMemory(0.15, atMost: \
        .mebibytes(768)),
            cost: { $0.decodedBytes }, options: options)
        """), "\(text)")
    #expect(!text.contains("tellsPlaces"), "\(text)")
  }

  @Test func `the code for a spatial policy names the positions that it needs`() throws {
    let text = try emit("--policy", "distance:lead=2", "--budget", "1000000")
    #expect(text.contains("  options.tellsPlaces = true\n"), "\(text)")
    #expect(text.contains("costLimit: .bytes(1000000),"), "\(text)")
  }

  @Test func `the code for a score with a budget contains the policy and its cache`() throws {
    let text = try emit("--policy", "score: idle", "--name", "IdlePolicy", "--budget", "64MiB")
    #expect(text.contains("\npublic struct IdlePolicy: EvictionPolicy, ~Copyable {\n"), "\(text)")
    #expect(text.contains("-> PolicyMemoryCache<URL, UIImage, IdlePolicy> {\n"), "\(text)")
    #expect(text.contains("costLimit: .mebibytes(64), "), "\(text)")
    #expect(text.contains("  ) { IdlePolicy($0) }\n"), "\(text)")
  }

  @Test func `the code of a policy supports reused ids`() throws {
    let text = try emit("--policy", "score: distance * decodeMs * idle + uses")
    for verb in [
      "func remembers(_ image: ImageID) -> Bool {",
      "mutating func reassign(_ image: ImageID, digest: UInt64) {",
      "mutating func grow(toImageCount count: Int) {",
      "mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {",
      "mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {",
      "static var readsTime: Bool { true }",
    ] {
      #expect(text.contains("  public \(verb)"), "\(verb) in \(text)")
    }
    let plain = try emit("--policy", "score: cost")
    #expect(plain.contains("func grow(") && !plain.contains("func didPlace("), "\(plain)")
  }
}
