package import ScrollDevice

/// Decode times of every format that was read.
package struct DecodeCalibration: Sendable {
  /// In the order of the formats, photos before graphics.
  package let fits: [DecodeFit]
  /// How far the speed of a run to come may lie from the fitted one: that of the format where it is
  /// most; nil where none tells.
  package var runDrift: Double? { fits.compactMap(\.runDrift).max() }

  /// Fits each format.
  ///
  /// Where the readings say what is in every file of a format, and there are enough of both kinds,
  /// each kind has a fit of its own, as a device profile may have; else one fit is for both.
  /// - Parameter readings: at least one.
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
