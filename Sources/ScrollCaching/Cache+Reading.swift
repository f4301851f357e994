public import BasicContainers
public import ScrollCore

/// What a cache with keys and values of its own asks besides.
extension Cache where Policy: ~Copyable {
  /// What a resident was charged.
  /// - Precondition: the image is resident.
  @inlinable public func charge(of image: ImageID) -> Int { charges[Int(image.index)] }

  /// What a resident was charged on average, rounded down; 1 where nothing is resident.
  @inlinable public var meanCharge: Int { residents > 0 ? charged / residents : 1 }

  /// The digest of the key that an id stands for.
  @inlinable public func digest(of image: ImageID) -> UInt64 {
    digests.isEmpty ? UInt64(image.index) : digests[Int(image.index)]
  }

  @inlinable public var limits: CacheLimits {
    CacheLimits(
      cost: costLimit == .max ? nil : costLimit, count: countLimit == .max ? nil : countLimit)
  }

  /// Tells the policy of the memory state, and takes nothing out for it.
  @inlinable public mutating func policyHears(of level: PressureLevel) {
    policy.pressureChanged(to: level)
  }
}
