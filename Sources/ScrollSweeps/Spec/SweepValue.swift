import ScrollCore

/// A value of an axis as it was written, and where.
public struct SweepValue: Sendable, Equatable {
  public let text: String
  /// For error messages: `demo.yml:7: axes.budget[2]`, or `--budget`.
  public let place: String
  /// Whether it was written in a file, so that a mistake in it is bad data.
  public let isFromFile: Bool

  public init(_ text: String, place: String, isFromFile: Bool = false) {
    self.text = text
    self.place = place
    self.isFromFile = isFromFile
  }

  /// The values between the commas.
  var split: [SweepValue] {
    ChoiceList.texts(in: text).map {
      SweepValue($0, place: place, isFromFile: isFromFile)
    }
  }

  /// Whether this is a file where a profile may be one: what ends in `.yml`, or has a slash.
  var isProfileFile: Bool {
    text.hasSuffix(".yml") || text.hasSuffix(".yaml") || text.contains("/")
  }

  /// A mistake in this value.
  func wrong(_ problem: some CustomStringConvertible) -> SweepError {
    let separator = isFromFile ? ": " : " "
    return SweepError(isFromFile ? .badData : .usage, "\(place)\(separator)\(problem)")
  }
}
