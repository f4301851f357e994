import ScrollTraces
import Testing

/// Tests of YAML texts that would cost more to read than their size suggests.
struct YAMLCostTests {
  /// Returns a list of ten texts, and `levels` lists of ten aliases of the one before.
  private static func nested(_ levels: Int) -> String {
    var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in 1...levels {
      let alias = "*a\(level - 1)"
      let list = [String](repeating: alias, count: 10).joined(separator: ", ")
      lines.append("a\(level): &a\(level) [\(list)]")
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    (nested(3) + "\n? *a3\n: 1", "toy.yml:5: a key is an alias; expected a text"),
    ("name: &n toy\n*n : 1", "toy.yml:2: a key is an alias; expected a text"),
    ("name: toy\n? [1, 2]\n: 1", "toy.yml:2: a key is a list; expected a text"),
    ("name: {[1, 2], 3}", "toy.yml:1: a key is a list; expected a text"),
    ("name: [[1, 2]: 3]", "toy.yml:1: a key is a list; expected a text"),
    ("? {a: 1}\n: 1", "toy.yml:1: a key is a mapping; expected a text"),
  ])
  func `a key must be a text`(text: String, sentence: String) throws {
    let error = #expect(throws: YAMLFileError.self) {
      _ = try DeviceFile.parse(text, file: "toy.yml")
    }
    #expect("\(try #require(error))" == sentence)
  }

  @Test(arguments: [nested(6), "a: [" + String(repeating: "1,", count: 200_001) + "]"])
  func `the limit counts values after alias expansion`(text: String) throws {
    let error = #expect(throws: YAMLFileError.self) {
      _ = try DeviceFile.parse(text, file: "toy.yml")
    }
    let sentence = "the file has more than 200000 values, with aliases expanded; expected fewer"
    #expect("\(try #require(error))".hasSuffix(sentence))
  }

  @Test func `a value may be an alias`() throws {
    let text = """
      name: toy
      summary: A network for tests.
      rtt: {value: 10 ms, source: &source a test}
      bandwidth: {value: 1 MB/s, source: *source}
      """
    let error = #expect(throws: YAMLFileError.self) {
      _ = try DeviceFile.parse(text, file: "toy.yml")
    }
    // The aliases are not the error.
    #expect("\(try #require(error))".contains("no field 'rtt'"))
  }

  @Test func `the parser reports invalid YAML`() throws {
    let error = #expect(throws: YAMLFileError.self) {
      _ = try DeviceFile.parse("name: *unknown", file: "toy.yml")
    }
    #expect("\(try #require(error))".contains("not YAML: found undefined alias"))
  }
}
