/// A breach of the contract between a cache and its policy, which `Cache` would trap on.
package enum Fault: Equatable, Sendable {
  case victimIsNotResident(Int)
  case victimIsPinned(Int)
  case namesNoVictim(although: Int)
}

extension Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .victimIsNotResident(let image): "the victim \(image) is not resident"
    case .victimIsPinned(let image): "the victim \(image) is pinned"
    case .namesNoVictim(let image):
      "no victim is named, although \(image) is resident and not pinned"
    }
  }
}
