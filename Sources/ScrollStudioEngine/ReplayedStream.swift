import ScrollCaching
import ScrollCore
import ScrollSimulation

/// A replay of plain requests, each of size 1: policy and residency alone.
struct ReplayedStream {
  let tally: Tally

  /// - Parameters:
  ///   - text: a policy with its settings.
  ///   - capacity: images.
  ///   - seed: for randomized policies.
  ///   - requests: images, numbered in the order in which they are first asked for.
  /// - Throws: `StudioError` for what does not exist, and for numbers that cannot be.
  init(
    _ text: String, capacity: Int, seed: UInt64, _ requests: [Int32]
  ) throws(StudioError) {
    guard capacity > 0 else {
      throw StudioError("a capacity of \(capacity) images; expected one at least")
    }
    let policy: Choice<PolicyDescriptor>
    do { policy = try Catalog<PolicyDescriptor>.builtIn.choose(text) } catch {
      throw StudioError("\(error)")
    }
    var count: Int32 = 0
    for request in requests {
      guard request >= 0, request <= count else {
        throw StudioError("request \(request) comes before \(count) was asked for")
      }
      if request == count { count += 1 }
    }
    let stream = RequestStream(images: requests.map { ImageID(Int($0)) }, imageCount: Int(count))
    let setup = PolicySetup(
      imageCount: Int(count), limits: CacheLimits(count: capacity), settings: policy.settings,
      seed: seed, nextUses: policy.entry.facts.needsFuture ? stream.nextUses() : [])
    tally = policy.entry.replay(stream, setup)
  }
}
