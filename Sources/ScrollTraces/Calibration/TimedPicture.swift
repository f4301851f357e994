package import ScrollDevice

/// A file that was decoded, and its own decode time.
package struct TimedPicture: Sendable, Equatable {
  /// The first reading of the file, for its name, sides, bytes and format.
  package let reading: DecodeReading
  /// The median of the file's decodes.
  package let milliseconds: Double

  /// Returns the files of some readings, in the order of their first readings.
  /// - Complexity: O(*n* log *n*) in the readings.
  package static func all(in readings: [DecodeReading]) -> [TimedPicture] {
    readings.byFile.map { TimedPicture(reading: $0[0], milliseconds: MeasuredDecodes($0).ownTime) }
  }
}

extension [DecodeReading] {
  /// The readings grouped by file, in the order of the files' first readings.
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
