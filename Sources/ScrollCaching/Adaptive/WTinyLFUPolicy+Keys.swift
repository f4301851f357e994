public import ScrollCore

/// Which keys its images stand for.
extension WTinyLFUPolicy {
  public func remembers(_ image: ImageID) -> Bool {
    switch sketch {
    case .libcachesim: filter.remembers(image)
    case .caffeine: frequencies.remembers(image)
    }
  }

  public mutating func reassign(_ image: ImageID, digest: UInt64) {
    switch sketch {
    case .libcachesim: filter.reassign(image, digest: digest)
    case .caffeine: frequencies.reassign(image, digest: digest)
    }
  }

  public mutating func grow(toImageCount count: Int) {
    queues.grow(toImageCount: count)
    switch sketch {
    case .libcachesim: filter.grow(toImageCount: count)
    case .caffeine: frequencies.grow(toImageCount: count)
    }
    unseen.grow(toImageCount: count)
  }
}
