import ScrollCaching
import ScrollCore

/// Evicts the image that was stored last but one, and has a fault.
///
/// Its author assumed that only evictions remove images. The policy ignores images that the app
/// removes, and those that a memory warning removes. `ForgetfulPolicyTests` shows what the laws say
/// about it.
struct ForgetfulPolicy: EvictionPolicy {
  /// Oldest first.
  private var images: [ImageID] = []

  mutating func didHit(_ request: Request) {}

  mutating func nextVictim(
    sparing pins: borrowing PinSet
  ) -> ImageID? {
    // The last but one, then older ones, then the last.
    let places = Array(images.indices.reversed())
    let order = places.dropFirst() + places.prefix(1)
    let place = order.first { !pins.contains(images[$0]) }
    return place.map { images.remove(at: $0) }
  }

  mutating func didInsert(
    _ request: Request, as admission: Admission
  ) {
    images.append(request.image)
  }

  mutating func didRemove(_ image: ImageID) {}
}

extension ForgetfulPolicy {
  static let descriptor = PolicyDescriptor(
    "forgetful",
    "Evicts the image that was stored last but one.",
    facts: PolicyDescriptor.Facts(
      claims: [.keepsNewcomers, .keepsOldOnRefusal])
  ) { _ in ForgetfulPolicy() }
}
