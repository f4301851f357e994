import ScrollCaching
import ScrollCore
import TestSupport
import Testing

/// Policies of 2023 to 2026 have the miss counts of their authors' programs.
struct AuthorsMissesTests {
  static let streams = AuthorsStream.seeds.map { AuthorsStream(seed: $0) }
  static let cells = Dictionary(grouping: OracleTable.authors("authors.csv"), by: \.policy)
  static let means = OracleTable.authors("authors-means.csv")

  /// Returns the policy with the settings that make it the authors'.
  private func policy(_ name: String) -> String {
    if name.hasPrefix("s4fifo") { return name + ":coldStart=main:refusesLarge=true" }
    if name.hasPrefix("clock2q-plus") {
      return name + ":coldStart=main:refusesLarge=true:countedIn=insertions"
    }
    return name.hasPrefix("sieve-k") ? name : name + ":countedIn=insertions"
  }

  @Test func `the generator writes the streams that the programs replayed`() {
    let text = Self.streams.map(\.text).joined()
    #expect(
      SHA256(of: Array(text.utf8)).hex
        == "12601e91fa3fa0fb1d31fcdf7d55a7dd437a47e232ac1e5acd9b0e8d08800ec4")
  }

  @Test func `the tables have every stream, capacity and policy`() {
    #expect(Self.cells.count == 11)
    let count = OracleTable.authors("authors.csv").count
    #expect(count == 6_518)
    #expect(Self.means.count == 60)
  }

  @Test(arguments: cells.keys.sorted())
  func `misses equal those of the authors' program on 200 streams`(name: String) throws {
    var different: [OracleTable.AuthorsCell] = []
    var streams: Set<Int> = []
    for cell in Self.cells[name] ?? [] {
      let stream = Self.streams[cell.seed]
      #expect(stream.capacities.contains(cell.capacity))
      let tally = try ClassicReplay.run(
        policy(name), stream.requests, .size, capacity: cell.capacity)
      if Double(tally.misses) != cell.values[0] || Double(tally.costMissed) != cell.values.last {
        different.append(cell)
      }
      streams.insert(cell.seed)
    }
    #expect(different.isEmpty, "\(different.prefix(3))")
    #expect(streams.count == 200)
  }

  @Test(arguments: means)
  func `mean misses are near those of the authors' program`(cell: OracleTable.AuthorsCell) throws {
    let runs = 30
    let requests = Self.streams[cell.seed].requests
    let misses = try (0..<runs).map {
      Double(
        try ClassicReplay.run(
          cell.policy, requests, .count, capacity: cell.capacity, seed: UInt64($0)
        ).misses)
    }
    let mean = misses.reduce(0, +) / Double(runs)
    // Four standard errors of both means: of 60 cells, none is expected outside.
    let error = cell.values[1] * (1 / Double(runs) + 1 / 400).squareRoot()
    #expect(abs(mean - cell.values[0]) <= 4 * error, "\(mean) instead of \(cell.values[0])")
  }

  @Test(arguments: [
    ("s4fifo", "s3fifo"), ("s4fifo:coldStart=main", "s3fifo:coldStart=main"),
    ("s4fifo:promotesAtFrequency=1", "s3fifo:promotesAtFrequency=1"),
    ("s4fifo:refusesLarge=true", "s3fifo:refusesLarge=true"),
    ("s4fifo:ghostShare=0", "s3fifo:ghosts=none"), ("sieve-k:k=1", "sieve"),
    ("prob-lru:probability=1", "lru"), ("prob-lru:probability=0", "fifo"),
    ("delay-lru:delayShare=1", "fifo"),
  ])
  func `a policy with special settings equals another one request by request`(
    names: (String, String)
  ) throws {
    for stream in Self.streams {
      let capacity = stream.capacities[1]
      let caches = try [names.0, names.1].map {
        try ClassicReplay.model($0, images: 200, limits: CacheLimits(cost: capacity))
      }
      for (place, image) in stream.images.enumerated() {
        let request = Request(
          image: ImageID(image), cost: stream.sizes[place],
          time: SimTime(nanoseconds: Int64(place)))
        let hits = caches.map { cache in
          let isHit = cache.lookup(request)
          if !isHit { _ = cache.store(request, as: .viewed) }
          return isHit
        }
        if hits[0] != hits[1] {
          Issue.record("\(names.0) differs at request \(place) of seed \(stream.seed)")
          return
        }
      }
    }
  }
}
