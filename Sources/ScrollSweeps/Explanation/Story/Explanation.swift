package import ScrollCore

/// A chain of events in words: the subject, the result, and link by link the causes.
package struct Explanation: Sendable, Equatable {
  /// One event.
  package struct Link: Sendable, Equatable {
    /// When it happened, or began.
    package var time: SimTime
    package var text: String
  }

  /// `item 412`, `frame 97`.
  package var about: String
  /// When that began.
  package var time: SimTime
  /// `blank for 83 ms`.
  package var head: String
  /// By time.
  package var links: [Link]

  /// Everything in one sentence, without a full stop.
  package var sentence: String {
    let chain = links.map(\.text).joined(separator: "; ")
    return "\(about) \(head)" + (chain.isEmpty ? "" : ": \(chain)")
  }
}
