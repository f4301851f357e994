package import ScrollDevice

/// The formulas for decode times that are fitted to readings, one or two for each format in the
/// readings.
package struct DecodeCalibration: Sendable {
  /// The fits in the order of the formats, photos before graphics.
  package let fits: [DecodeFit]
  /// The largest `runDrift` of all fits; `nil` if none is known.
  package var runDrift: Double? { fits.compactMap(\.runDrift).max() }

  /// Fits each format.
  ///
  /// A format has one fit for photos and one for graphics, as in a device profile, if the readings
  /// state the content of every file and have enough files of both contents. Otherwise it has one
  /// fit for all its files.
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
