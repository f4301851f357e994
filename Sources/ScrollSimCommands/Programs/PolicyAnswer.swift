import Foundation

/// An answer of a program, each a line of JSON.
enum PolicyAnswer {
  /// Something else than was expected, as the clause says.
  struct Malformed: Error {
    let expected: String
  }

  /// Reads the answer to the first line.
  static func statement(_ line: [UInt8]) throws(Malformed) -> ProgramStatement {
    let head = #"{"protocol":"\#(PolicyLine.protocolName)","version":\#(PolicyLine.version),"#
    let expected = head + #""policy":"NAME","policyVersion":"VERSION"}"#
    guard let hello = decoded(Hello.self, line),
      hello.`protocol` == PolicyLine.protocolName, hello.version == PolicyLine.version
    else { throw Malformed(expected: expected) }
    guard isName(hello.policy), hello.policyVersion.map(isName) ?? true else {
      throw Malformed(expected: "1 to 100 visible characters for policy and policyVersion")
    }
    var wants: Set<ProgramStatement.Want> = []
    for word in hello.wants ?? [] {
      guard let want = ProgramStatement.Want(rawValue: word) else {
        let known = ProgramStatement.Want.allCases.map(\.rawValue).joined(separator: " and ")
        throw Malformed(expected: "wants to have nothing but \(known)")
      }
      wants.insert(want)
    }
    return ProgramStatement(
      policy: hello.policy, version: hello.policyVersion, wants: wants)
  }

  /// Reads the answer to `victim`; nil where the program names none.
  static func victim(_ line: [UInt8]) throws(Malformed) -> Int? {
    guard let answer = decoded(Victim.self, line) else {
      throw Malformed(expected: #"{"victim":KEY} with the number of an image"#)
    }
    return answer.victim
  }

  /// Reads the answer to `admit`.
  static func admission(_ line: [UInt8]) throws(Malformed) -> Bool {
    guard let answer = decoded(Admission.self, line) else {
      throw Malformed(expected: #"{"admit":true} or {"admit":false}"#)
    }
    return answer.admit
  }

  private struct Hello: Decodable {
    let `protocol`: String, version: Int, policy: String
    let policyVersion: String?, wants: [String]?
  }

  private struct Victim: Decodable {
    let victim: Int?

    private enum Key: String, CodingKey { case victim }

    init(from decoder: any Decoder) throws {
      // The key must be there, even for null.
      let values = try decoder.container(keyedBy: Key.self)
      let isNone = try values.decodeNil(forKey: .victim)
      victim = isNone ? nil : try values.decode(Int.self, forKey: .victim)
    }
  }

  private struct Admission: Decodable {
    let admit: Bool
  }

  private static func decoded<Answer: Decodable>(_ type: Answer.Type, _ line: [UInt8]) -> Answer? {
    try? JSONDecoder().decode(type, from: Data(line))
  }

  private static func isName(_ text: String) -> Bool {
    (1...100).contains(text.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
