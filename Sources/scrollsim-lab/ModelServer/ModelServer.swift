package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The first line of a dialogue is none that a server can go on from; the description is the
/// sentence.
package struct ModelServerError: Error, CustomStringConvertible {
  package let description: String
}

/// Answers for our models, line by line, so that any cache can be held against them.
///
/// The first line names the version of the format and may open a cache, every other one asks a
/// cache something, in the words of a cache's log. Each has one answer. What is wrong with a line
/// is its answer, and nothing has changed then.
package struct ModelServer {
  /// The version of the format.
  private static let format = 1
  /// What the first line of a log says of a cache, and means nothing to a model.
  private static let descriptions = [
    "cache", "source", "note", "unit", "operations", "values", "evictions",
  ]
  /// At most so many caches at a time.
  private static let mostCaches = 1000
  private static let words = ["open", "close", "quit"]

  private let policies: PolicyCatalog
  private let standard: String?
  private let seed: UInt64
  private let version: String
  private var lines = 0
  /// By their names; the one that was opened by the first line has none.
  private var caches: [String: ServedCache] = [:]
  /// Whether nothing more is answered.
  package private(set) var isOver = false

  /// A server that has heard nothing yet.
  /// - Parameters:
  ///   - policies: the known ones.
  ///   - standard: the policy of caches that are opened without one; nil for none.
  ///   - seed: of caches that are opened without one.
  ///   - version: of this program, for the first answer.
  package init(
    _ policies: Catalog<PolicyDescriptor>, standard: String? = nil, seed: UInt64 = 0,
    version: String
  ) {
    self.policies = policies
    self.standard = standard
    self.seed = seed
    self.version = version
  }

  /// The answer to the next line, with its end.
  /// - Throws: `ModelServerError` for a first line that is none.
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
      caches[""] = try ServedCache(&fields, policies, standard: standard, seed: seed)
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
      throw LineProblem("there is no cache '\(id.prefix(40))'; expected one that was opened")
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
      throw LineProblem("\(caches.count) caches are open; expected some to be closed first")
    }
    caches[id] = try ServedCache(&fields, policies, standard: standard, seed: seed)
    return ServedAnswer(opened: id)
  }
}
