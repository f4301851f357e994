/// A network file of our own for tests to spoil.
enum NetworkFileText {
  static let whole = """
    name: toy
    summary: A network for tests.
    latency: {value: 20 ms, source: estimate}
    roundTrip: {value: 0.2 s, source: a brochure}
    bandwidth: {value: 780 kbit/s, source: a brochure}
    loss: {value: 2.5 %, source: estimate}
    connections: {value: 4, source: a manual}
    timeOut: {value: 15 s, source: a manual}
    failures: {value: 1 %, source: estimate}
    """

  /// The whole file with one piece of text replaced by another.
  static func replacing(_ old: String, with new: String) -> String {
    guard let range = whole.firstRange(of: old) else { return "'\(old)' is not in the file" }
    return whole[..<range.lowerBound] + new + whole[range.upperBound...]
  }
}
