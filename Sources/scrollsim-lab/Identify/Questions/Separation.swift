import ScrollCaching
import ScrollCore
import ScrollSimCommands
package import ScrollTraces

/// The classes of models that a bounded search of operations on an empty cache distinguishes.
///
/// The search draws operations and runs them on each model. Models with the same answers stay in
/// one class. A model that draws at random during a search is in no class, because it gives the
/// same answers only with some probability.
package struct Separation: Sendable {
  /// The number of sequences of operations that are tried, and the number of operations in each.
  static let sequences = 160, length = 60

  let header: CacheLogHeader
  let candidates: [Candidate]
  /// The indices of models that are not distinguished, in the order of the models; none that draws.
  package private(set) var classes: [[Int]]
  /// The indices of the models that drew.
  private(set) var drawing: [Int] = []
  private let verbs: [CacheVerb]

  /// Creates a separation with all models in one class.
  /// - Parameters:
  ///   - candidates: The models.
  ///   - header: The header of the cache's log.
  ///   - verbs: The operations that the cache supports.
  package init(_ candidates: [Candidate], of header: CacheLogHeader, asking verbs: [CacheVerb]) {
    self.header = header
    self.candidates = candidates
    self.verbs = verbs
    classes = candidates.isEmpty ? [] : [Array(candidates.indices)]
  }

  /// The number of operations that a whole search tries.
  static var operations: Int { sequences * length }

  /// A Boolean value that indicates whether every class has one model.
  var isSettled: Bool { classes.allSatisfy { $0.count == 1 } }

  /// Tries sequences of drawn operations.
  package mutating func search(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<Self.sequences where !isSettled {
      var draw = OperationDraw(header, verbs, seed: random.next())
      refine(by: draw.sequence(Self.length))
    }
  }

  /// Splits classes by the answers to some operations on an empty cache.
  mutating func refine(by operations: [CacheOperation]) {
    var refined: [[Int]] = []
    for members in classes { refined += split(members, by: operations) }
    classes = refined
  }

  private mutating func split(_ members: [Int], by operations: [CacheOperation]) -> [[Int]] {
    guard members.count > 1 || candidates[members[0]].mayDraw else { return [members] }
    var places: [AnswerDigest: Int] = [:]
    var parts: [[Int]] = []
    for member in members {
      guard let digest = digest(of: candidates[member], operations) else {
        drawing.append(member)
        continue
      }
      if let place = places[digest] {
        parts[place].append(member)
      } else {
        places[digest] = parts.count
        parts.append([member])
      }
    }
    return parts
  }

  /// Returns the digest of a model's answers; nil if it draws.
  private func digest(of candidate: Candidate, _ operations: [CacheOperation]) -> AnswerDigest? {
    let keys = operations.compactMap { $0.image?.index }.max() ?? 0
    let world = CacheSetup(header, operations, keys: Int(keys) + 1)
    let script = candidate.mayDraw ? DrawScript(seed: 0) : nil
    let model = PlayedModel(candidate, in: world, drawing: script)
    var digest = AnswerDigest()
    for operation in operations {
      let answer = model.perform(operation)
      guard script?.draws.isEmpty ?? true else { return nil }
      digest.add(answer, tellsEvictions: header.tellsEvictions)
    }
    return digest
  }
}

/// The answers of a model to some operations, as one number.
///
/// Operations distinguish models whose numbers differ. The digest is FNV-1a (G. Fowler, L. C. Noll,
/// K.-P. Vo, D. Eastlake, RFC 9923), 64 bits.
struct AnswerDigest: Hashable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds the part of an answer that a log has.
  mutating func add(_ answer: CacheAnswer, tellsEvictions: Bool) {
    add(answer.hit.map { $0 ? 2 : 1 } ?? 0)
    guard tellsEvictions else { return }
    add(answer.evicted.count)
    for image in answer.evicted { add(Int(image.index)) }
  }

  private mutating func add(_ number: Int) {
    value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3
  }
}
