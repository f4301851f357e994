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
    #expect(text.contains("\nimport ImageMemoryCache\nimport UIKit\n"), "\(text)")
    #expect(text.contains("static let policy = \"s3fifo:refusesLarge=true\"\n"), "\(text)")
    #expect(
      text.contains(
        """
                policy: policy, costLimit: .shareOfMemory(memoryShare, atMost: \
        .bytes(costLimitAtMost)), cost: { $0.decodedBytes },
                options: options)
        """), "\(text)")
    #expect(!text.contains("reportsPositions"), "\(text)")
  }

  @Test func `code for a spatial policy names the calls that the app makes`() throws {
    let text = try emit("--policy", "distance:lead=2", "--budget", "1000000")
    #expect(text.contains("options.reportsPositions = true\n"), "\(text)")
    #expect(text.contains("  static let costLimit = 1000000\n"), "\(text)")
  }

  @Test func `the code for a score with a budget contains the policy and its cache`() throws {
    let text = try emit("--policy", "score: idle", "--name", "IdlePolicy", "--budget", "64MiB")
    #expect(text.contains("\npublic struct IdlePolicy: EvictionPolicy, ~Copyable {\n"), "\(text)")
    #expect(text.contains("images: PolicyMemoryCache<URL, UIImage, IdlePolicy> = {\n"), "\(text)")
    #expect(text.contains("costLimit: .bytes(costLimit), "), "\(text)")
    #expect(text.contains(") { IdlePolicy($0) }\n"), "\(text)")
    #expect(text.contains(" policy='score: idle' "), "\(text)")
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
