import ScrollCore
package import ScrollDevice

/// All readings of one file.
struct MeasuredDecodes: Sendable {
  let file: String
  let megapixels: Double, megabytes: Double
  /// The time of each decode, in the order of the repetitions.
  let milliseconds: [Double]
  /// The repetition of each decode.
  let repetitions: [Int]

  /// - Parameter readings: the readings of one file, at least one.
  init(_ readings: [DecodeReading]) {
    let first = readings[0]
    file = first.file
    megapixels = Double(first.width) * Double(first.height) / 1e6
    megabytes = first.encoded.megabytes
    let readings = readings.sorted { $0.repetition < $1.repetition }
    milliseconds = readings.map(\.milliseconds)
    repetitions = readings.map(\.repetition)
  }

  /// The file's own time: the median of its decodes.
  var ownTime: Double { milliseconds.median }
}

extension [MeasuredDecodes] {
  /// The level of the machine's decode times in each repetition: the median of the differences
  /// between each file's `ln(decode)` in the repetition and its mean `ln(decode)`.
  ///
  /// The result is empty with fewer than three files, or fewer than three repetitions of a file.
  ///
  /// The keys are the repetitions that every file has.
  var levels: [Int: Double] {
    var common = Set(first?.repetitions ?? [])
    for file in self { common.formIntersection(file.repetitions) }
    guard common.count >= 3, count >= 3 else { return [:] }
    let rounds = common.sorted()
    let logs = map { file in
      zip(file.repetitions, file.milliseconds).filter { common.contains($0.0) }.map { log($0.1) }
    }
    let means = logs.map { $0.reduce(0, +) / Double(rounds.count) }
    let medians = rounds.indices.map { round in
      logs.indices.map { logs[$0][round] - means[$0] }.median
    }
    return Dictionary(uniqueKeysWithValues: zip(rounds, medians))
  }

  /// The standard deviation of the machine's levels between repetitions; `nil` if there are no
  /// levels.
  var drift: Double? {
    let levels = levels.sorted { $0.key < $1.key }.map(\.value)
    guard !levels.isEmpty else { return nil }
    let mean = levels.reduce(0, +) / Double(levels.count)
    let squares = levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(levels.count - 1)).squareRoot()
  }

  /// The standard deviation of the logarithm of one decode time, after the machine's levels are
  /// subtracted; `nil` if no file was decoded twice.
  ///
  /// It is computed from the differences of successive decodes, each of which has twice the
  /// variance (J. von Neumann et al., "The Mean Square Successive Difference", The Annals of
  /// Mathematical Statistics 12(2), 1941, doi:10.1214/aoms/1177731746). The median of their
  /// magnitudes limits the effect of single gross errors.
  var jobSpread: Double? {
    let levels = levels
    let steps = flatMap { file in
      file.milliseconds.indices.dropFirst().map { round in
        let step = log(file.milliseconds[round] / file.milliseconds[round - 1])
        let (now, before) = (levels[file.repetitions[round]], levels[file.repetitions[round - 1]])
        return step - (now.flatMap { now in before.map { now - $0 } } ?? 0)
      }
    }
    return steps.isEmpty ? nil : steps.deviationFromZero / 2.0.squareRoot()
  }

  /// The variance of the logarithm of a file's own time, as a share of the variance for one decode.
  ///
  /// The result is the mean over the files. The share of a file with *n* decodes is 1/*n* for one
  /// or two decodes, and π/2 times 1/*n* for more, because the own time is then a median.
  var shareLeftByMedians: Double {
    let shares = map { file in
      let count = Double(file.milliseconds.count)
      return (count < 3 ? 1 : Double.pi / 2) / count
    }
    return shares.reduce(0, +) / Double(count)
  }
}

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
