import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// What a model answered to some operations, as one number: models with other numbers can be told
/// apart by them.
///
/// FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, RFC 9923), 64 bits.
struct AnswerDigest: Hashable {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Adds an answer, as far as a log has it.
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
