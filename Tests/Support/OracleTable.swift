import Foundation

/// The committed counts of libCacheSim on the files of `OracleStream`.
package enum OracleTable {
  /// A file of `Oracles/files.csv`.
  package struct File: CustomStringConvertible, Sendable {
    package let name: String, sha256: String
    package let requests: Int, images: Int, bytesRequested: Int

    package var description: String { name }
  }

  /// A row of `Oracles/misses.csv`.
  package struct Row: CustomStringConvertible, Sendable {
    package enum Unit: String, Sendable {
      /// Every request counts 1; the capacity is a number of images.
      case count
      /// Requests count their sizes; the capacity is a number of bytes.
      case size
    }

    package let file: String, unit: Unit, capacity: Int
    /// Our policy, with the settings that make it libCacheSim's.
    package let policy: String
    /// The policy of libCacheSim, with its parameters.
    package let program: String
    package let requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int
    /// The largest difference in misses, as a share of libCacheSim's; `nil` if the row is not
    /// compared, for the reason in the column `deviation`.
    package let tolerance: Double?
    package let bytesTolerance: Double?
    /// The difference between the two programs; empty if there is none.
    package let deviation: String

    /// A Boolean value that indicates whether the policy draws, so that a mean is compared.
    package var draws: Bool { deviation.hasPrefix("both draw") }

    package var description: String { "\(policy) \(capacity) \(unit) on \(file)" }
  }

  package static let files: [File] = lines("files.csv").compactMap { fields in
    let numbers = fields.dropFirst(2).compactMap { Int($0) }
    guard fields.count == 5, numbers.count == 3 else { return nil }
    return File(
      name: fields[0], sha256: fields[1], requests: numbers[0], images: numbers[1],
      bytesRequested: numbers[2])
  }

  package static let rows: [Row] = lines("misses.csv").compactMap { fields in
    guard fields.count == 12, let unit = Row.Unit(rawValue: fields[1]),
      let capacity = Int(fields[2])
    else { return nil }
    let numbers = fields[5..<9].compactMap { Int($0) }
    guard numbers.count == 4 else { return nil }
    return Row(
      file: fields[0], unit: unit, capacity: capacity, policy: fields[3],
      program: fields[4], requests: numbers[0],
      misses: numbers[1], bytesRequested: numbers[2], bytesMissed: numbers[3],
      tolerance: Double(fields[9]), bytesTolerance: Double(fields[10]),
      deviation: fields[11])
  }

  /// Rows of policies without randomness: libCacheSim's counts, miss for miss.
  package static let exact = rows.filter { $0.tolerance == 0 && $0.bytesTolerance == 0 }
  /// Rows whose counts are near ours.
  package static let near = rows.filter { ($0.tolerance ?? 0) > 0 }

  /// A cell of a table of authors' counts: a stream, a capacity and a policy.
  package struct AuthorsCell: CustomStringConvertible, Sendable {
    package let seed: Int, capacity: Int, policy: String
    /// The two numbers of the cell.
    package let values: [Double]

    package var description: String { "\(policy) \(capacity) on seed \(seed)" }
  }

  /// The cells of `Oracles/authors.csv` (misses and missed bytes) or `Oracles/authors-means.csv`
  /// (mean and standard deviation of the misses).
  package static func authors(_ name: String) -> [AuthorsCell] {
    let lines = lines(name).filter { $0.first?.hasPrefix("#") == false }
    let policies = lines.first?.dropFirst(2) ?? []
    return lines.dropFirst().flatMap { fields in
      zip(policies, fields.dropFirst(2)).compactMap { policy, cell in
        let values = cell.split(separator: "/").compactMap { Double($0) }
        guard let seed = Int(fields[0]), let capacity = Int(fields[1]), !values.isEmpty else {
          return nil
        }
        return AuthorsCell(seed: seed, capacity: capacity, policy: policy, values: values)
      }
    }
  }

  /// The fits of scipy in `Oracles/dwell.csv`: mu, sigma and log-likelihood of a log-normal
  /// distribution, shape, scale and log-likelihood of a Weibull distribution, by sample.
  package static let dwell: [[Double]] = lines("dwell.csv").compactMap { fields in
    let numbers = fields.compactMap { Double($0) }
    return numbers.count == 8 ? Array(numbers.dropFirst(2)) : nil
  }

  private static func lines(_ name: String) -> [[String]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Oracles/\(name)")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(whereSeparator: \.isNewline).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }
}
