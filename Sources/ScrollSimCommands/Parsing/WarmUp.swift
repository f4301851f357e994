/// The number of first requests that fill the cache and are not counted, as typed: `10%` or `1000`.
struct WarmUp {
  private let text: String
  private let share: Double?
  private let requests: Int

  /// Parses a number of requests, or a share of all requests that is below 100 %.
  /// - Throws: `CommandError` for anything else.
  init(_ text: String) throws(CommandError) {
    self.text = text
    if text.hasSuffix("%"), let percent = Double(text.dropLast()), (0..<100).contains(percent) {
      (share, requests) = (percent / 100, 0)
    } else if let count = Int(text), count >= 0 {
      (share, requests) = (nil, count)
    } else {
      throw .usage(
        "--warm-up '\(text)' is not a part of a trace; expected a share from 0 % to below "
          + "100 %, like 10%, or a number of requests")
    }
  }

  /// Returns the number of requests of a trace that are not counted.
  /// - Throws: `CommandError` if none would be counted.
  func count(of requests: Int, in trace: String) throws(CommandError) -> Int {
    let count = share.map { Int((Double(requests) * $0).rounded(.down)) } ?? self.requests
    guard count < requests else {
      throw .usage(
        "--warm-up \(text) leaves none of the \(requests) requests of '\(trace)' to count; "
          + "expected fewer")
    }
    return count
  }
}
