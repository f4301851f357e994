import Foundation
import Testing

/// The code of formulas.
@Suite struct EmittedFormulaTests {
  private func emit(_ policy: String, _ others: String...) throws -> String {
    let outcome = try Scrollsim.run(["emit", "--for", "swift", "--policy", policy] + others)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome.text
  }

  static let values = [
    ("idle - (age - hits)", "return idle - (age - hits)"),
    ("idle - age + hits", "return idle - age + hits"),
    ("hits / (2 * cost)", "return hits / (2.0 * cost)"),
    ("-(hits + 1) * 2", "return -(hits + 1.0) * 2.0"),
    ("-hits * cost", "return -hits * cost"),
    ("-(hits * cost)", "return -(hits * cost)"),
    ("-2 * hits - -3", "return -2.0 * hits - -3.0"),
    ("sqrt(hits + 1)", "return (hits + 1.0).squareRoot()"),
    ("-sqrt(hits)", "return -hits.squareRoot()"),
    ("pow(max(hits, 1), 0.5)", "return Elementary.pow(max(hits, 1.0), 0.5)"),
    ("a * hits:a=0.25", "private static let a = 0.25"),
    ("velocity", "let velocity: Double = viewport.velocity * viewport.direction.sign"),
    ("idle + hits + age + cost + bytes + viewed + 1 + 2", "return part1 + 2.0"),
  ]

  @Test(arguments: values)
  func `a formula becomes plain arithmetic`(formula: String, line: String) throws {
    let text = try emit("score: \(formula)")
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains { $0 == line }, "\(text)")
  }

  @Test func `the code stores only the figures that the formula uses`() throws {
    let sizes = try emit("score: bytes / (1 + hits)")
    for word in ["isSpatial", "viewport", "SimTime", "Arrivals", "shouldStore", "UseCounts"] {
      #expect(!sizes.contains(word), "\(word) in \(sizes)")
    }
    #expect(try !emit("score: hits:admit=2").contains("shouldStore"))
    #expect(try emit("score: hits:admit=2 - hits").contains("shouldStore"))
  }

  @Test func `code for any formula compiles`() throws {
    let folder = try TemporaryFolder()
    let formulas: [String] =
      Self.values.map(\.0) + [
        "1", "a", "pressure", "uses:admit=uses - 1", "gap:admit=prefetched * distance",
        "idle:admit=b", "timeToVisible / (1e-7 + reloadMs)",
        "exp(log(abs(signedDistance) + 1)) * visible - min(decodeMs, pow(cost, -0.5))",
        Array(repeating: "max(idle * hits, age / (1 + bytes))", count: 12).joined(separator: " - "),
      ]
    for (place, formula) in formulas.enumerated() {
      let text = try emit("score: \(formula)", "--name", "Number\(place)")
      try folder.write(text, to: "\(place).swift")
    }
    let modules = try Scrollsim.executable().deletingLastPathComponent()
      .appendingPathComponent("Modules").path
    let checked = try Scrollsim.paste(
      "swiftc -swift-version 6 -typecheck -parse-as-library -warnings-as-errors "
        + "-I '\(modules)' -I '\(PackageRoot.url.path)/Sources/ScrollMath/include' *.swift",
      in: folder.url)
    #expect(checked.status == 0, "\(checked.complaint)")
  }
}
