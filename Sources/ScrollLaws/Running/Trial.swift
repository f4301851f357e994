import ScrollCaching
import ScrollCore

/// One script on which laws are checked: what several laws need is made once.
final class Trial {
  let subject: Subject
  let script: Script
  private(set) lazy var recording = subject.play(script)
  private(set) lazy var stream = script.requestStream(countingItems: true)

  init(_ subject: Subject, _ script: Script) {
    self.subject = subject
    self.script = script
  }

  var descriptor: PolicyDescriptor { subject.descriptor }
  /// Room for so many equal items.
  var capacity: Int { script.limits.count ?? 0 }
  /// Whether anything was ever found.
  var hits: Bool { recording.steps.contains { $0.hit == true } }
  /// Whether anything was ever evicted.
  var evicts: Bool { recording.steps.contains { $0.removals.contains(where: \.isEviction) } }
  /// Whether anything was ever refused.
  var refuses: Bool { recording.steps.contains { $0.outcome == .refused } }

  /// The same script with room for other numbers of items.
  func play(capacity: Int) -> Recording {
    guard capacity != self.capacity else { return recording }
    var script = script
    script.limits = CacheLimits(count: capacity)
    return subject.play(script)
  }

  /// A new cache with another set-up, given the same calls, after one of its own.
  func replay(
    _ setup: PolicySetup, after first: Verb? = nil, changing change: (Verb) -> Verb = { $0 }
  ) -> Recording {
    recording.replayed(on: subject.cache(setup), setup, after: first, changing: change)
  }
}

extension Recording {
  var misses: Int { steps.count { $0.hit == false } }
}
