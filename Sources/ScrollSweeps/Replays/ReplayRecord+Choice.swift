package import ScrollCaching
package import ScrollCore
package import ScrollTraces

extension ReplayRecord {
  /// Creates the record of a replay that has not been made.
  /// - Parameters:
  ///   - policy: The policy with its settings.
  ///   - stream: The stream to replay.
  ///   - unit: `items` or `bytes`.
  ///   - capacity: The cache's limit in that unit.
  ///   - share: The capacity as requested, if that was a share.
  ///   - seed: The seed; `nil` for a policy that draws nothing.
  ///   - warmUp: The number of requests before those that are counted.
  package init(
    of policy: Choice<PolicyDescriptor>, on stream: StreamRecord, unit: String, capacity: Int,
    share: String?, seed: Int?, warmUp: Int
  ) {
    let key = """
      replay 1
      stream \(stream.digest)
      policy \(policy.keyText)
      unit \(unit)
      capacity \(capacity)\(share.map { " as \($0)" } ?? "")
      seed \(seed.map { "\($0)" } ?? "none")
      warm-up \(warmUp)

      """
    self.init(
      key: ContentKey(of: key), stream: stream, policy: policy.entry.name,
      settings: policy.settingsText, label: policy.label, unit: unit, capacity: capacity,
      share: share, seed: seed, warmUp: warmUp)
  }
}

extension StreamRecord {
  /// Creates the record of a stream in the store.
  /// - Parameters:
  ///   - log: The requests, with their sizes if they have any.
  ///   - path: The path as named.
  /// - Complexity: O(requests).
  package init(of log: RequestLog, at path: String) {
    let digest = log.digest
    guard let key = ContentKey(hex: String(digest.hex.prefix(32))) else {
      preconditionFailure("a digest is hexadecimal, not \(digest.hex)")
    }
    self.init(
      digest: key, path: path, requests: log.count, images: log.imageCount,
      bytes: log.hasSizes ? log.workingSet : nil, readAs: log.readAs)
  }
}
