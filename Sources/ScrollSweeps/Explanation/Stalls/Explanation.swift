package import ScrollCore

/// A chain of events as text: the subject, the result, and the causes link by link.
package struct Explanation: Sendable, Equatable {
  /// An event of the chain.
  package struct Link: Sendable, Equatable {
    /// The time when the event happened, or began.
    package var time: SimTime
    package var text: String
  }

  /// The subject, such as `item 412` or `frame 97`.
  package var about: String
  /// The time when the result began.
  package var time: SimTime
  /// The result, such as `blank for 83 ms`.
  package var head: String
  /// The links by time.
  package var links: [Link]

  /// The whole chain in one sentence, without a full stop.
  package var sentence: String {
    let chain = links.map(\.text).joined(separator: "; ")
    return "\(about) \(head)" + (chain.isEmpty ? "" : ": \(chain)")
  }
}
