import BasicContainers
import ScrollCore

/// Those of whom one leaves: the least, by a rank of this moment.
///
/// For policies that rank a few residents, or all, whenever one must leave.
struct Candidates<Rank: Comparable & BitwiseCopyable>: ~Copyable {
  struct Candidate: BitwiseCopyable {
    var image: Int32
    var rank: Rank
  }

  private var candidates: RigidArray<Candidate>

  /// Room for that many.
  init(capacity: Int) { candidates = RigidArray(capacity: capacity) }

  /// Room for more.
  mutating func grow(toCapacity capacity: Int) { candidates.reserveCapacity(capacity) }

  var isEmpty: Bool { candidates.isEmpty }

  mutating func removeAll() { candidates.removeAll() }

  mutating func append(_ image: ImageID, rank: Rank) {
    candidates.append(Candidate(image: image.index, rank: rank))
  }

  /// The least, of equals the one appended first; those passed over are none.
  ///
  /// If all are passed over, the first of them all the same. May drop candidates.
  mutating func least(passingOver unseen: inout UnseenMarks) -> (image: ImageID, rank: Rank)? {
    var first: (image: ImageID, rank: Rank)?
    while var least = candidates.isEmpty ? nil : candidates[0] {
      for place in 1..<max(1, candidates.count) where candidates[place].rank < least.rank {
        least = candidates[place]
      }
      let image = ImageID(least.image)
      guard unseen.passesOver(image) else { return (image, least.rank) }
      first = first ?? (image, least.rank)
      // It may have been drawn more than once.
      var kept = 0
      for place in 0..<candidates.count where candidates[place].image != least.image {
        candidates[kept] = candidates[place]
        kept += 1
      }
      candidates.removeLast(candidates.count - kept)
    }
    return first
  }
}
