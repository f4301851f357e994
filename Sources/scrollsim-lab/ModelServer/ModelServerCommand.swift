import ArgumentParser
import Foundation
package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A command that runs a `ModelServer` over standard input and output, to compare any cache with
/// the models.
struct ModelServerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model-server",
    abstract: "Serves cache models over standard input and output, for comparison with any cache.",
    discussion: #"""
      Reads lines of JSON from standard input, in the format of cache logs (`scrollsim-lab \#
      identify`). It answers each line on standard output before it reads the next. The first \#
      line states the version of the format, and may open a cache. The operations are open, get, \#
      set, remove, clear, limits, warning, background, wait, use, release, viewport, stats, close \#
      and quit; an id chooses one of several caches. The server answers a malformed line with an \#
      error and continues.

      Example:
        printf '%s\n' '{"scrollsim-cache-log":1,"policy":"lru","count":1}' \
          '{"op":"set","key":"a"}' '{"op":"set","key":"b"}' \
          | scrollsim-lab model-server
      """#)

  @Option(
    help: ArgumentHelp(
      "NAME[:KEY=VALUE...] for caches that are opened without a policy.", valueName: "policy"),
    completion: .policies)
  var policy: String?
  @Option(
    parsing: .unconditional,
    help: "The seed for caches that are opened without one, for randomized policies.",
    transform: Seed.parse)
  var seed: UInt64 = 0

  func run() throws {
    var server = ModelServer(
      ScrollSim.policies, typed: ScrollSim.typedPolicies, standard: policy, seed: seed,
      version: ScrollSim.version)
    var input = LineInput(STDIN_FILENO)
    var hasBegun = false
    while !server.isOver, let lines = try input.nextLines() {
      // Lines that arrive together are answered together, so that a dialogue of many lines needs
      // few changes between processes.
      var answers: [UInt8] = []
      for line in lines where !server.isOver {
        do { answers += try server.answer(line) } catch {
          throw CommandError(.badData, "standard input, \(error)")
        }
        hasBegun = true
      }
      try Output.writeData(answers)
    }
    guard hasBegun else {
      throw CommandError(
        .badData, "standard input is empty; expected a first line like {\"scrollsim-cache-log\":1}")
    }
  }
}

/// A reader of the lines of an open file, which returns those that have arrived and waits for no
/// more.
struct LineInput {
  /// The length in bytes that every line must stay below.
  static let longestLine = 1 << 20

  private let descriptor: Int32
  private var rest: [UInt8] = []
  private var isAtEnd = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Returns the lines that have arrived since the last call, at least one; nil at the end.
  ///
  /// The last line of a file need not end with a line break.
  /// - Throws: `CommandError` for a file that cannot be read, and for a line that is too long.
  mutating func nextLines() throws(CommandError) -> [[UInt8]]? {
    while !isAtEnd {
      try fill()
      if isAtEnd {
        return rest.isEmpty ? nil : [rest]
      }
      guard let last = rest.lastIndex(of: UInt8(ascii: "\n")) else {
        guard rest.count <= Self.longestLine else {
          throw CommandError(
            .badData,
            "standard input has a line of more than \(Self.longestLine) bytes")
        }
        continue
      }
      let lines = rest[..<last].split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      rest.removeFirst(last + 1)
      return lines.map { Array($0) }
    }
    return nil
  }

  /// Waits for bytes and reads them.
  private mutating func fill() throws(CommandError) {
    let (bytes, code) = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      let code = count < 0 ? errno : 0
      return (Array(buffer[..<max(0, count)]), code)
    }
    if code == EINTR { return }
    guard code == 0 else {
      throw CommandError(
        .inputOutput, "standard input cannot be read: \(Output.reason(code))")
    }
    rest += bytes
    isAtEnd = bytes.isEmpty
  }
}

/// An error in the first line, after which a server cannot continue; the description is the
/// message.
package struct ModelServerError: Error, CustomStringConvertible {
  package let description: String
}

/// A server that runs models of caches and answers requests line by line, to compare any cache with
/// the models.
///
/// The first line names the version of the format and may open a cache. Every other line is a
/// request to a cache, in the format of a cache's log. Each line has one answer. The answer to a
/// malformed line is an error, and the line changes nothing.
package struct ModelServer {
  /// The version of the format.
  private static let format = 1
  /// Fields that describe a cache in the first line of a log and have no meaning for a model.
  private static let descriptions = [
    "cache", "source", "note", "unit", "operations", "values", "evictions",
  ]
  /// The largest number of open caches.
  private static let mostCaches = 1000
  private static let words = ["open", "close", "quit"]

  private let policies: PolicyCatalog, typedPolicies: PolicyCatalog
  private let standard: String?
  private let seed: UInt64
  private let version: String
  private var lines = 0
  /// The caches by their names; the one that the first line opened has an empty name.
  private var caches: [String: ServedCache] = [:]
  /// A Boolean value that indicates whether the server has ended.
  private(set) var isOver = false

  /// Creates a server that has not read a line.
  /// - Parameters:
  ///   - policies: The known policies, for names in lines.
  ///   - typedPolicies: The known policies for `standard`; nil if they are those of `policies`.
  ///   - standard: The policy of caches that are opened without one; nil for none.
  ///   - seed: The seed of caches that are opened without one.
  ///   - version: The version of this program, for the first answer.
  package init(
    _ policies: Catalog<PolicyDescriptor>, typed typedPolicies: Catalog<PolicyDescriptor>? = nil,
    standard: String? = nil, seed: UInt64 = 0, version: String
  ) {
    self.policies = policies
    self.typedPolicies = typedPolicies ?? policies
    self.standard = standard
    self.seed = seed
    self.version = version
  }

  /// Returns the answer to the next line, with its line break.
  /// - Throws: `ModelServerError` if the first line is not valid.
  package mutating func answer(_ line: [UInt8]) throws(ModelServerError) -> [UInt8] {
    lines += 1
    do throws(LineProblem) {
      var fields = try LineFields(line)
      return try (lines == 1 ? greet(&fields) : respond(to: &fields)).bytes
    } catch {
      let sentence = "line \(lines): \(error)"
      guard lines > 1 else { throw ModelServerError(description: sentence) }
      return ServedAnswer(error: sentence, line: lines).bytes
    }
  }

  private mutating func greet(_ fields: inout LineFields) throws(LineProblem) -> ServedAnswer {
    let name = ServedAnswer.CodingKeys.format.rawValue
    guard fields.contains(name) else {
      throw LineProblem("the first line names no format; expected {\"\(name)\":\(Self.format)}")
    }
    _ = try fields.whole(name, in: Self.format...Self.format)
    fields.ignore(Self.descriptions)
    if fields.contains("policy") || standard != nil {
      caches[""] = try cache(&fields)
    } else {
      try fields.requireAllAsked()
    }
    return ServedAnswer(format: Self.format, scrollsim: version)
  }

  private mutating func respond(
    to fields: inout LineFields
  ) throws(LineProblem) -> ServedAnswer {
    let word = try fields.text("op")
    if word == "quit" {
      try fields.requireAllAsked()
      isOver = true
      return ServedAnswer(end: true)
    }
    let id = try fields.optionalText("id") ?? ""
    guard word != "open" else { return try open(id, &fields) }
    guard caches[id] != nil else {
      throw LineProblem("there is no cache '\(id.prefix(40))'; open it first")
    }
    if word == "close" {
      try fields.requireAllAsked()
      caches[id] = nil
      return ServedAnswer(closed: id)
    }
    let request = try CacheRequest(word, &fields, besides: Self.words)
    guard let answer = try caches[id]?.answer(request) else { return ServedAnswer() }
    return answer
  }

  private mutating func open(
    _ id: String, _ fields: inout LineFields
  ) throws(LineProblem) -> ServedAnswer {
    guard caches.count < Self.mostCaches || caches[id] != nil else {
      throw LineProblem("\(caches.count) caches are open; close some first")
    }
    caches[id] = try cache(&fields)
    return ServedAnswer(opened: id)
  }

  /// Returns the cache that a line opens, with the policy that it names or else with `standard`.
  private func cache(_ fields: inout LineFields) throws(LineProblem) -> ServedCache {
    let named = try fields.optionalText("policy")
    guard let text = named ?? standard else {
      throw LineProblem("there is no field 'policy'; expected the name of one")
    }
    let choice: Choice<PolicyDescriptor>
    do { choice = try (named == nil ? typedPolicies : policies).choose(text) } catch {
      throw LineProblem(named == nil ? "\(error)" : "field 'policy': \(error)")
    }
    return try ServedCache(&fields, choice, seed: seed)
  }
}

/// The server's answer to a line: a line of JSON with the fields that apply.
struct ServedAnswer: Encodable, Equatable {
  /// The version of the format, and that of this program: in the first answer only.
  var format: Int?
  var scrollsim: String?
  /// The name of the cache that was opened or closed.
  var opened: String?, closed: String?
  var hit: Bool?
  /// `false` if the value was refused.
  var stored: Bool?
  /// `false` if there was no such value.
  var removed: Bool?
  /// The keys that left by the cache's own decision, in order.
  var evicted: [String]?
  var count: Int?, cost: Int?, requests: Int?, hits: Int?
  /// The keys in the cache, in order of first appearance.
  var keys: [String]?
  var end: Bool?
  /// The error, and the number of its line.
  var error: String?
  var line: Int?

  enum CodingKeys: String, CodingKey {
    case format = "scrollsim-cache-log"
    case scrollsim, opened, closed, hit, stored, removed, evicted, count, cost, requests, hits
    case keys, end, error, line
  }

  /// The line, with its line break.
  var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Texts, whole numbers and Booleans cannot fail to be encoded.
    return (try? encoder.encode(self)).map { Array($0) + [UInt8(ascii: "\n")] } ?? []
  }
}
