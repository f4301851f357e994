import ArgumentParser
import Foundation
import ScrollCaching
import ScrollCore

/// Ours and libCacheSim in turn, each in a process of its own, on the same files.
struct CompareBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares replays with libCacheSim: time, memory and misses, reading included.",
    discussion: """
      Writes a Zipf stream and a scroll stream, installs libcachesim \(Wheel.version) into a \
      virtual environment, and lets both read and replay each file in a process of its own, \
      in turn. CPU time of one thread, from opening the file; every request counts 1.

      Example: scrollsim-bench compare --rounds 1 --requests 1000000 --policy lru,arc
      """)

  @Option(help: "Requests per stream.") var requests = 10_000_000
  @Option(help: "Rounds; the median is compared.") var rounds = 5
  @Option(help: "Policies, comma-separated; all that both have unless given.") var policy: String?
  @Option(help: "Capacities in percent of the ids, comma-separated.") var percent = "1,10"
  @Option(help: "The folder for the streams and the virtual environment.")
  var folder = ".build-compare"

  func validate() throws {
    guard requests > 0 else {
      throw ValidationError("--requests \(requests) is not positive; expected at least 1")
    }
    guard rounds > 0 else {
      throw ValidationError("--rounds \(rounds) is not positive; expected at least 1")
    }
    guard !percents.isEmpty, percents.allSatisfy({ (1...100).contains($0) }) else {
      throw ValidationError("--percent '\(percent)' is no list; expected one like 1,10")
    }
  }

  /// What is between the commas; 0 for what is no number.
  private var percents: [Int] { percent.split(separator: ",").map { Int($0) ?? 0 } }

  func run() throws {
    let competitors = try chosen()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let wheel = try Wheel(folder: folder + "/libcachesim")
    let ours = CommandLine.arguments[0]
    var cells = try StreamFile.Kind.allCases.flatMap { try makeCells(of: $0, competitors, ours) }
    for round in 0..<rounds {
      for index in cells.indices {
        let cell = cells[index]
        note("round \(round + 1) of \(rounds): \(cell.competitor.name), \(cell.column)")
        cells[index].ours.append(
          Replayed(
            try MeasuredProcess(
              ours, ["one", cell.trace, cell.competitor.name, "\(cell.capacity)"])))
        guard cell.failure == nil else { continue }
        do {
          cells[index].theirs.append(
            try wheel.replay(cell.trace, cell.competitor.other, cell.capacity))
        } catch {
          // Some of its policies crash; the others can still be compared.
          cells[index].failure = "\(error)"
        }
      }
    }
    note("")
    print(Comparison(cells: cells, requests: requests, rounds: rounds).text(), terminator: "")
  }

  /// The policies asked for, without those that the catalog does not have.
  private func chosen() throws -> [Competitor] {
    let known = Set(PolicyCatalog.builtIn.entries.map(\.name))
    guard let policy else { return Competitor.all.filter { known.contains($0.policy) } }
    return try policy.split(separator: ",").map { name in
      guard let found = Competitor.all.first(where: { $0.policy == name || $0.name == name }),
        known.contains(found.policy)
      else {
        let names = Competitor.all.map(\.policy).filter(known.contains)
        throw ValidationError(
          "--policy: '\(name)' cannot be compared; there are \(names.joined(separator: ", "))")
      }
      return found
    }
  }

  /// Writes a stream, and pairs it with every policy and capacity.
  private func makeCells(
    of kind: StreamFile.Kind, _ competitors: [Competitor], _ ours: String
  ) throws -> [Comparison.Cell] {
    let trace = "\(folder)/\(kind).oracleGeneral.bin"
    note("writing \(trace)")
    let written = try MeasuredProcess(
      ours, ["stream", "\(kind)", "--requests", "\(requests)", "--output", trace])
    let ids = written.words.last.flatMap { Int($0) } ?? 0
    return competitors.flatMap { competitor in
      percents.map { percent in
        Comparison.Cell(
          competitor: competitor, column: "\(kind) \(percent) %", trace: trace,
          capacity: max(1, ids * percent / 100))
      }
    }
  }

  /// Prints the progress, on a terminal.
  private func note(_ text: String) {
    guard isatty(FileHandle.standardError.fileDescriptor) == 1 else { return }
    FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
  }
}
