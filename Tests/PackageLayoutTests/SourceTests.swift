import Foundation
import Testing

/// Tests of what the sources of the lower layers may import and call.
@Suite struct SourceTests {
  static let withoutFoundation = [
    "ScrollCore", "ScrollCaching", "ScrollLayout", "ScrollDevice", "ScrollSimulation",
    "ScrollRecorder",
  ]

  @Test(arguments: withoutFoundation)
  func `no file imports Foundation`(target: String) throws {
    let files = try SourceFile.all(of: target)
    #expect(!files.isEmpty)
    for file in files {
      #expect(file.imports.allSatisfy { !$0.hasPrefix("Foundation") }, "\(file.name)")
    }
  }

  @Test(arguments: withoutFoundation)
  func `no file reads a clock or a system random generator`(target: String) throws {
    let words = /\b(SystemRandomNumberGenerator|ContinuousClock|SuspendingClock|Date\(\))/
    for file in try SourceFile.all(of: target) {
      #expect(file.text.firstMatch(of: words) == nil, "\(file.name)")
    }
  }

  /// The functions of a C library differ in the last bits between systems; `Elementary` has the
  /// same bits everywhere.
  @Test func `no file that imports a system library calls its exp, log, pow or sines`() throws {
    let call =
      /(?:^|[^.\w])(?:exp2?|expm1|log(?:2|10|1p)?|pow|a?(?:sin|cos|tan)h?|atan2|cbrt|hypot)\(/
      .anchorsMatchLineEndings()
    let systems = ["Foundation", "Glibc", "Musl", "Darwin"]
    for file in try SourceFile.all(of: ".") {
      guard !Set(systems).isDisjoint(with: file.imports) else { continue }
      let found = file.text.firstMatch(of: call).map { String($0.output) }
      #expect(found == nil, "\(file.name)")
    }
  }

  @Test func `the simulation names no policy and no cache model`() throws {
    let declaration = /\b(?:struct|class) (\w+)(?:<[^{]*>)?: [^{]*\b(?:EvictionPolicy|CacheModel)\b/
    let names = Set(
      try SourceFile.all(of: "ScrollCaching")
        .flatMap { $0.text.matches(of: declaration).map { String($0.output.1) } })
    #expect(names.isSuperset(of: ["LRUPolicy", "SievePolicy", "StrictCache"]), "\(names)")
    // Bounds are computed for caches, and name the policies that they use.
    for file in try SourceFile.all(of: "ScrollSimulation")
    where !file.name.contains("/StallBounds/") {
      let named = names.intersection(file.words)
      #expect(named.isEmpty, "\(file.name)")
    }
  }

  @Test func `a target imports only targets of lower layers of the picture in CONTRIBUTING`() throws
  {
    let page = try #require(
      try SourceFile.all(in: "", endingIn: ".md").first { $0.name == "CONTRIBUTING.md" })
    var layers: [String: Int] = [:]
    for line in page.text.matches(of: /(?m)^(\d) {3}(\w.*)$/) {
      for name in line.output.2.split(separator: " ") { layers[String(name)] = Int(line.output.1) }
    }
    #expect(layers.count >= 20, "\(layers)")
    for file in try SourceFile.all(of: ".") {
      let target = file.name.split(separator: "/").first { $0 != "." }.map(String.init) ?? ""
      let layer = try #require(layers[target], "\(file.name) is in no layer")
      let higher = file.imports.filter { layers[$0].map { $0 >= layer } ?? false }
      #expect(higher.isEmpty, "\(file.name)")
    }
  }

  @Test func `laws need no test framework`() throws {
    for file in try SourceFile.all(of: "ScrollLaws") {
      #expect(Set(file.imports).isDisjoint(with: ["Testing", "XCTest"]), "\(file.name)")
    }
  }
}
