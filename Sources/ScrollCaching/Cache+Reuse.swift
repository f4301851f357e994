public import BasicContainers
public import ScrollCore

/// Ids that are reused: what a cache with keys of its own goes by.
///
/// An id stands for an image as long as that is resident, pinned or remembered by the policy.
/// Whoever wants an id for another image takes one that is not in use and says so with
/// `reassign`, or makes more of them with `grow`. A policy that claims `PolicyClaims.reusesIDs`
/// evicts then as if every image had an id of its own.
extension Cache where Policy: ~Copyable {
  /// Images are `0..<imageCount`.
  @inlinable public var imageCount: Int { charges.count }

  /// Whether the policy knows anything of an image that is not resident.
  @inlinable public func remembers(_ image: ImageID) -> Bool { policy.remembers(image) }

  /// Whether an id must go on standing for its image.
  @inlinable public func isInUse(_ image: ImageID) -> Bool {
    contains(image) || pins.contains(image) || policy.remembers(image)
  }

  /// From now on the id means another image, whose key has this digest.
  /// - Precondition: the id is not in use.
  @inlinable public mutating func reassign(_ image: ImageID, digest: UInt64) {
    precondition(!isInUse(image), "\(image) is in use")
    if digests.isEmpty { digests = (0..<UInt64(imageCount)).map { $0 } }
    digests[Int(image.index)] = digest
    policy.reassign(image, digest: digest)
  }

  /// Images are `0..<count` from now on.
  /// - Precondition: there are no fewer than before.
  /// - Complexity: O(count): to double it costs O(1) for each image.
  @inlinable public mutating func grow(toImageCount count: Int) {
    precondition(count >= imageCount, "\(count) images are fewer than \(imageCount)")
    if !digests.isEmpty { digests += UInt64(imageCount)..<UInt64(count) }
    charges.grow(to: count, filling: Self.absent)
    pins.grow(toImageCount: count)
    policy.grow(toImageCount: count)
  }

  /// How many milliseconds the image took to decode, and in all to get: told before its store.
  @inlinable public mutating func didMeasure(
    _ image: ImageID, decode: Double, reload: Double
  ) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }

  /// These items show the image from now on, in the order of the content.
  @inlinable public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }

  /// The residents by their digests; nil where that is their order anyway.
  @inlinable func orderByDigest() -> [ImageID]? {
    guard !digests.isEmpty else { return nil }
    var residents: [ImageID] = []
    for index in 0..<charges.count where charges[index] != Self.absent {
      residents.append(ImageID(index))
    }
    let digests = digests
    return residents.sorted { digests[Int($0.index)] < digests[Int($1.index)] }
  }
}
