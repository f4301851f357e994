public import ScrollCore

/// A chain of events in words: what it is about, what came of it, and link by link how.
public struct Tale: Sendable, Equatable {
  /// One thing that happened.
  public struct Link: Sendable, Equatable {
    /// When it happened, or began.
    public var time: SimTime
    public var text: String
  }

  /// `item 412`, `frame 97`.
  public var about: String
  /// When that began.
  public var time: SimTime
  /// `blank for 83 ms`.
  public var head: String
  /// By time.
  public var links: [Link]

  /// Everything in one sentence, without a full stop.
  public var sentence: String {
    let chain = links.map(\.text).joined(separator: "; ")
    return "\(about) \(head)" + (chain.isEmpty ? "" : ": \(chain)")
  }
}
