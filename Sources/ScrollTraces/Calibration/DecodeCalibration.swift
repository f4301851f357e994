package import ScrollDevice

/// The fits of the decode times of every format in some readings.
package struct DecodeCalibration: Sendable {
  /// The fits in the order of the formats, photos before graphics.
  package let fits: [DecodeFit]
  /// The standard deviation of a future run's speed from the fitted one, for the format with the
  /// largest; `nil` if unknown.
  package var runDrift: Double? { fits.compactMap(\.runDrift).max() }

  /// Fits each format.
  ///
  /// If the readings have the content of every file of a format, and enough files of both kinds,
  /// each kind has a fit, as in a device profile. Otherwise one fit is for both.
  /// - Parameter readings: the readings, at least one.
  /// - Complexity: O(*n* log *n*) in the readings.
  package init(_ readings: [DecodeReading]) {
    let byFormat = Dictionary(grouping: readings, by: \.format)
    fits = ImageFormat.codecs.flatMap { format in
      guard let readings = byFormat[format] else { return [DecodeFit]() }
      let contents = ContentClass.allCases.map { content in
        Self.files(readings.filter { $0.content == content })
      }
      let known = contents.reduce(0) { $0 + $1.count }
      let all = Self.files(readings)
      if known == all.count, contents.allSatisfy({ $0.count >= DecodeFit.filesForThreeTerms }) {
        return zip(ContentClass.allCases, contents).map { DecodeFit(format, content: $0, of: $1) }
      }
      let only = zip(ContentClass.allCases, contents).first { $1.count == all.count }?.0
      return [DecodeFit(format, content: nil, onlyContent: only, of: all)]
    }
  }

  private static func files(_ readings: [DecodeReading]) -> [MeasuredDecodes] {
    readings.byFile.map { MeasuredDecodes($0) }
  }
}
