import Foundation
import Testing

/// Scores as policies in Swift.
@Suite struct EmitSwiftTests {
  private func emit(_ policy: String, _ others: String...) throws -> String {
    let outcome = try Scrollsim.run(["emit", "--for", "swift", "--policy", policy] + others)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty, "\(outcome.complaint)")
    return outcome.text
  }

  /// A file of the example package, and what it was emitted for.
  private struct Committed {
    let type: String, policy: String, text: String

    /// Reads the file of a line of `emitted.txt`.
    init(_ line: Substring, in package: URL) throws {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      (type, policy) = (words[0], words[1])
      let file = package.appendingPathComponent("Sources/ExampleAdditions/\(type).swift")
      text = try String(contentsOf: file, encoding: .utf8)
    }

    static func all() throws -> [Committed] {
      let package = PackageRoot.url.appendingPathComponent("Tests/ExamplePackage")
      let list = try String(
        contentsOf: package.appendingPathComponent("emitted.txt"), encoding: .utf8)
      return try list.split(separator: "\n").map { try Committed($0, in: package) }
    }
  }

  @Test func `the files of the example package equal the output of emit`() throws {
    let committed = try Committed.all()
    #expect(committed.map(\.type) == ["FoundPolicy", "EveryFigurePolicy"])
    for file in committed {
      let text = try emit(file.policy, "--name", file.type)
      #expect(text == file.text, "expected after .ci/packages/example-package --emit")
    }
  }

  @Test func `the name of the policy follows its type`() throws {
    for (type, policy) in [
      ("FoundPolicy", "found"), ("MyHTTPCachePolicy", "my-http-cache"), ("Sieve2", "sieve2"),
      ("Policy", "policy"),
    ] {
      let text = try emit("score: idle", "--name", type)
      #expect(text.contains("\npublic struct \(type): EvictionPolicy, ~Copyable {\n"), "\(text)")
      #expect(text.contains("    \"\(policy)\", \"Evicts "), "\(text)")
    }
    #expect(try emit("score: idle").contains("public struct FormulaPolicy:"))
  }

  @Test func `emit writes a file with --output`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Scrollsim.run(
      ["emit", "--for", "swift", "--policy", "score: idle", "--output", "own.swift"],
      in: folder.url)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.complaint)")
    let written = String(decoding: try folder.read("own.swift"), as: UTF8.self)
    #expect(try written == emit("score: idle"))
  }

  @Test func `emit accepts the JSON of a search`() throws {
    let folder = try TemporaryFolder()
    for (name, text, standing) in [
      ("yes.json", #"{"policy": "score: bytes - hits", "isCertified": true}"#, "', certified"),
      ("no.json", #"{"policy": "score: bytes - hits", "isCertified": false}"#, "', not certified"),
    ] {
      try folder.write(text, to: name)
      let outcome = try Scrollsim.run(["emit", name, "--for", "swift"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
      #expect(
        outcome.text.hasPrefix("// policy score: bytes - hits; found by '\(name)\(standing)"),
        "\(outcome.text)")
      #expect(outcome.text.contains("return bytes - hits\n"), "\(outcome.text)")
    }
  }

  @Test func `the code for a library names the target that supports the rule`() throws {
    for target in ["nuke", "kingfisher", "sdwebimage", "nscache", "uikit", "coil", "flutter"] {
      let outcome = try Scrollsim.run(["emit", "--for", target, "--policy", "score: -hits"])
      #expect(outcome.status == 0, "\(outcome.complaint)")
      let text = outcome.text.replacing(#/\n *//   /#, with: " ")
      #expect(text.contains("// Not expressible here: policy 'score: -hits'. "), "\(text)")
      #expect(text.contains("`scrollsim emit --for swift --policy 'score: -hits'`"), "\(text)")
    }
  }

  @Test func `an invalid request is an error with a message`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "empty.json")
    // Those without a target are said of this score.
    let score = ["--for", "swift", "--policy", "score: idle"]
    let cases: [([String], Int32, String)] = [
      (["--for", "swift", "--policy", "nscache-corelibs"], 64, "'nscache-corelibs' is the model"),
      (["--for", "swift", "--policy", "belady"], 64, "'belady' needs to know the future"),
      (["--for", "swift", "--policy", "arc", "--name", "Mine"], 64, "--name is of a score"),
      (["--for", "swift", "--policy", "score: idl"], 64, "did you mean 'idle'?"),
      (["--name", "found"], 64, "--name 'found' is no name of a type"),
      (["--name", "2nd"], 64, "is no name of a type"),
      (["--name", "My-Policy"], 64, "is no name of a type"),
      (["--name", "ItemList"], 64, "--name 'ItemList' has a meaning in the code itself"),
      (["--name", "Self"], 64, "has a meaning in the code itself"),
      (["--name", "SievePolicy"], 64, "makes the policy 'sieve', which there is"),
      (["--output", "nowhere/own.swift"], 73, "'nowhere/own.swift' cannot be written"),
      (["--run", "ab"], 64, "--run is of a store"),
      (["--for", "nuke", "--name", "Mine"], 64, "--name is of a policy"),
      (["empty.json", "--for", "swift"], 65, "'empty.json' names no policy"),
      (
        ["empty.json", "--for", "swift", "--policy", "score: idle"], 64,
        "--policy is not of a certificate"
      ),
      (["none.json", "--for", "swift"], 66, "'none.json' cannot be read"),
    ]
    for (arguments, status, sentence) in cases {
      let target = arguments.contains("--for") ? [] : score
      let outcome = try Scrollsim.run(["emit"] + target + arguments, in: folder.url)
      #expect(outcome.status == status, "\(arguments): \(outcome.complaint)")
      #expect(outcome.complaint.contains(sentence), "\(arguments): \(outcome.complaint)")
      #expect(outcome.output.isEmpty, "\(arguments): \(outcome.text)")
    }
  }
}
