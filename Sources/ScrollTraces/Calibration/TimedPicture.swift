package import ScrollDevice

/// A file that was read, and its own decode time.
package struct TimedPicture: Sendable, Equatable {
  /// The first reading of the file, for its name, sides, bytes and format.
  package let reading: DecodeReading
  /// The median of its decodes.
  package let milliseconds: Double

  /// The files of some readings, in the order in which they come first.
  /// - Complexity: O(*n* log *n*) in the readings.
  package static func all(in readings: [DecodeReading]) -> [TimedPicture] {
    readings.byFile.map { TimedPicture(reading: $0[0], milliseconds: MeasuredDecodes($0).ownTime) }
  }
}

extension [DecodeReading] {
  /// File by file, in the order in which the files come first.
  var byFile: [[DecodeReading]] {
    var places: [String: Int] = [:]
    var groups: [[DecodeReading]] = []
    for reading in self {
      if let place = places[reading.file] {
        groups[place].append(reading)
      } else {
        places[reading.file] = groups.count
        groups.append([reading])
      }
    }
    return groups
  }
}
