import ScrollPages
import ScrollSweeps
import ScrollTraces
import Testing

struct ReplayReportTests {
  /// Returns replays of a policy on traces, or with seeds on one, with these misses of a thousand
  /// requests; without origins, each trace is a list of its own.
  private static func replays(
    _ label: String, capacity: String, misses: [Int], seeds: Bool = false, least: Int? = nil,
    origins: [StreamOrigin]? = nil, warmUp: [(skipped: Int, counted: Int)]? = nil
  ) -> [ReplayRecord] {
    misses.enumerated().map { index, misses in
      let trace = seeds ? 0 : index
      let stream = StreamRecord(
        digest: ContentKey(of: "stream \(trace)"), path: "\(trace).csv", requests: 1000,
        images: 50, bytes: nil,
        origin: origins?[trace] ?? .requests(StreamBeginning(of: [UInt64(trace)])))
      var replay = ReplayRecord(
        key: ContentKey(of: "\(label) \(capacity) \(index)"), stream: stream, policy: label,
        settings: "{}", label: label, unit: "items", capacity: 7, share: capacity,
        seed: seeds ? index : nil, warmUp: warmUp?[index].skipped ?? 0)
      (replay.requests, replay.misses) = (warmUp?[index].counted ?? 1000, misses)
      (replay.bytesRequested, replay.bytesMissed) = (1000, misses)
      replay.bound = least.map { ReplayRecord.Bound(name: "belady", misses: $0, bytes: $0) }
      return replay
    }
  }

  private static func rows(_ report: ReplayReport, _ id: String = "replays-0") throws -> [[String]]
  {
    let table = try #require(report.exhibits.flatMap(\.tables).first { $0.id == id }?.table)
    return table.csv().split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func `policies are ranked by their mean miss ratio, with distances`() throws {
    let report = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: [500, 300, 400], least: 250)
        + Self.replays("sieve", capacity: "10%", misses: [450, 310, 350], least: 250))
    let rows = try Self.rows(report)
    #expect(
      rows == [
        ["sieve", "3", "37.00", "-3.00", "-", "-", "37.00", "12.00", "belady"],
        ["lru", "3", "40.00", "-", "-", "-", "40.00", "15.00", "belady"],
      ])
    #expect(
      report.exhibits[0].notes[0].contains(
        "sieve and lru differ in 3 of 3 traces; an interval needs 12."))
  }

  @Test func `fourteen different traces give an interval around the mean difference`() throws {
    let base = (0..<14).map { 300 + 10 * $0 }
    let worse = base.enumerated().map { $1 + 20 + $0 % 5 }
    let report = ReplayReport(
      Self.replays("sieve", capacity: "10%", misses: base)
        + Self.replays("lru", capacity: "10%", misses: worse))
    let row = try Self.rows(report)[0]
    let low = try #require(Double(row[4]))
    let high = try #require(Double(row[5]))
    // The mean of 20 + i % 5 over fourteen traces is 21.857 of a thousand.
    #expect(row[0] == "sieve" && row[3] == "-2.19")
    #expect(-2.6 < low && low < -2.19)
    #expect(-2.19 < high && high < -1.8)
    #expect(
      report.exhibits[0].notes[0].contains(
        "Over traces like these that is fewer than lru, with 95 % confidence."))
  }

  /// Returns a report on fourteen traces with these origins, in which `sieve` misses less than `lru`.
  private static func fourteen(_ origins: [StreamOrigin]? = nil) -> ReplayReport {
    let base = (0..<14).map { 300 + 10 * $0 }
    let worse = base.enumerated().map { $1 + 20 + $0 % 5 }
    return ReplayReport(
      replays("sieve", capacity: "10%", misses: base, origins: origins)
        + replays("lru", capacity: "10%", misses: worse, origins: origins))
  }

  @Test func `lists that are beginnings of one list have no interval`() throws {
    let origins = (0..<14).map {
      StreamOrigin.requests(StreamBeginning(of: (0..<(3 + 170 * $0)).lazy.map { UInt64($0 % 90) }))
    }
    let report = Self.fourteen(origins)
    let row = try Self.rows(report)[0]
    #expect(row[..<6] == ["sieve", "14", "1", "36.50", "-2.19", "-"])
    #expect(
      report.summary.hasSuffix(
        " 14 traces with 1 beginning: no confidence interval, which needs 12 different ones."),
      "\(report.summary)")
    #expect(
      report.exhibits[0].notes[0].contains(
        "sieve and lru differ in 1 of 1 cluster; an interval needs 12."),
      "\(report.exhibits[0].notes)")
  }

  @Test func `scrolls with the same gestures have no interval`() throws {
    let origins = (0..<14).map { _ in
      StreamOrigin.scroll(GestureSketch.sample(of: "one"), recording: nil)
    }
    let report = Self.fourteen(origins)
    #expect(try Self.rows(report)[0][5] == "-")
    #expect(
      report.summary.hasSuffix(
        " 14 traces with 1 sequence of gestures: no confidence interval, which needs 12 different "
          + "ones."), "\(report.summary)")
  }

  @Test func `parts of one recording have no interval`() throws {
    let origins = (0..<14).map {
      StreamOrigin.scroll(GestureSketch.sample(of: "\($0)"), recording: "day.scroll")
    }
    #expect(try Self.rows(Self.fourteen(origins))[0][5] == "-")
  }

  @Test func `scrolls with different gestures have the interval of different lists`() throws {
    let origins = (0..<14).map {
      StreamOrigin.scroll(GestureSketch.sample(of: "\($0)"), recording: nil)
    }
    let report = Self.fourteen(origins)
    #expect(report.markdown == Self.fourteen().markdown)
    #expect(try Double(Self.rows(report)[0][5]) != nil)
  }

  @Test func `copies of two of fourteen traces count once in the interval and the means`() throws {
    let names = (0..<14).map { "\(min($0, 11))" }
    let origins = names.map {
      StreamOrigin.scroll(GestureSketch.sample(of: $0), recording: nil)
    }
    let report = Self.fourteen(origins)
    #expect(
      report.summary.hasSuffix(
        " Confidence intervals use 12 clusters (14 traces with 12 different sequences of "
          + "gestures)."), "\(report.summary)")
    // The last cluster has the mean of 410, 420 and 430.
    let row = try Self.rows(report)[0]
    let mean = ((0..<11).reduce(0) { $0 + 300 + 10 * $1 } + 420) / 12
    #expect(row[1] == "14" && row[2] == "12" && row[3].hasPrefix("\(mean / 10)."), "\(row)")
    #expect(Double(row[5]) != nil)
  }

  @Test func `lists that differ before their longest common block are two clusters`() {
    func clusters(_ lists: [[UInt64]]) -> Int {
      var clusters = SessionClusters()
      for (number, list) in lists.enumerated() {
        clusters.add(
          StreamRecord(
            digest: ContentKey(of: "\(number)"), path: "\(number)", requests: list.count, images: 9,
            bytes: nil, origin: .requests(StreamBeginning(of: list))))
      }
      return clusters.count
    }
    let list = (0..<3000).map { UInt64($0 % 700) }
    var other = list
    other[900] = 9999
    #expect(clusters([list, other]) == 2)
    #expect(clusters([list, Array(list.prefix(1024)) + other.prefix(500)]) == 1)
    #expect(clusters([Array(list.prefix(300)), list]) == 1)
    #expect(clusters([list, Array(list.prefix(300))]) == 1)
    // The first 300 requests are those of both.
    #expect(clusters([list, other, Array(list.prefix(300))]) == 1)
    #expect(clusters([[], list, []]) == 3)
  }

  @Test func `the beginning of a list is equal after it was stored`() {
    for count in [0, 1, 2, 5, 1024, 5000] {
      let beginning = StreamBeginning(of: (0..<count).lazy.map { UInt64($0) })
      #expect(StreamBeginning("\(beginning)") == beginning)
    }
    let long = StreamBeginning(of: (0..<5000).lazy.map { UInt64($0) })
    #expect(long.hashes.count == 11)
    #expect(StreamBeginning("\(long) 0123456789abcdef") == nil)
    #expect(StreamBeginning("-000000000000000") == nil && StreamBeginning(" ") == nil)
  }

  @Test func `the interval for a single trace covers its seeds`() throws {
    let seeds = (0..<20).map { 400 + $0 % 7 }
    let report = ReplayReport(
      Self.replays("random", capacity: "10%", misses: seeds, seeds: true)
        + Self.replays("lru", capacity: "10%", misses: [390]))
    let rows = try Self.rows(report)
    #expect(rows.map { $0[0] } == ["lru", "random"])
    #expect(rows[1][1] == "20" && rows[1][3] != "0.00")
    #expect(Double(rows[1][4]) != nil, "\(rows[1])")
    #expect(!report.exhibits[0].notes[0].contains("traces like these"))
  }

  @Test func `an interval over seeds makes no statement about other traces`() {
    let seeds = (0..<20).map { 300 + $0 % 7 }
    let report = ReplayReport(
      Self.replays("random", capacity: "10%", misses: seeds, seeds: true)
        + Self.replays("lru", capacity: "10%", misses: [390]))
    #expect(
      report.exhibits[0].notes[0].contains(
        "Over seeds of this trace that is fewer than lru, with 95 % confidence. The result does not cover "
          + "other traces."))
  }

  @Test(arguments: [
    (percent: 10, requests: [86, 2196, 50]), (percent: 15, requests: [50, 2000, 86]),
    (percent: 1, requests: [99, 3000, 100]), (percent: 99, requests: [10, 101, 500]),
  ])
  func `a share of warm-up is one setting for traces of any length`(
    percent: Int, requests: [Int]
  ) {
    let warmUp = requests.map { all in
      (skipped: all * percent / 100, counted: all - all * percent / 100)
    }.filter { $0.skipped > 0 }
    let report = ReplayReport(
      Self.replays(
        "lru", capacity: "10%", misses: warmUp.map { _ in 1 }, warmUp: warmUp))
    #expect(report.exhibits.count == 1)
    #expect(report.markdown.contains("after a warm-up of \(percent) %"), "\(report.markdown)")
  }

  @Test func `the reference is compared with the next policy if it misses least`() {
    let few = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: [300, 400])
        + Self.replays("clock", capacity: "10%", misses: [301, 401]))
    #expect(
      few.exhibits[0].notes == [
        "lru misses least here: 35.00 % of the requests. No confidence interval: lru and clock "
          + "differ in 2 of 2 traces; an interval needs 12."
      ])
    let base = (0..<14).map { 300 + 10 * $0 }
    let many = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: base)
        + Self.replays("clock", capacity: "10%", misses: base.enumerated().map { $1 + 20 + $0 % 5 })
    )
    #expect(
      many.exhibits[0].notes[0].hasSuffix(
        "Over traces like these that is fewer than clock, with 95 % confidence."))
  }

  @Test func `one trace without random draws needs more traces, not seeds`() {
    let report = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: [400])
        + Self.replays("fifo", capacity: "10%", misses: [390]))
    #expect(
      report.exhibits[0].notes[0].hasSuffix(
        "No confidence interval: this is one trace, and seeds change neither fifo nor lru; an "
          + "interval needs 12 traces."), "\(report.exhibits[0].notes)")
  }

  @Test func `policies with equal misses are named together in one order`() throws {
    let replays =
      Self.replays("b", capacity: "10%", misses: [501, 302, 403])
      + Self.replays("a", capacity: "10%", misses: [501, 302, 403])
      + Self.replays("c", capacity: "10%", misses: [502, 302, 403])
    let report = ReplayReport(replays)
    #expect(try Self.rows(report).map { $0[0] } == ["a", "b", "c"])
    #expect(report.exhibits[0].notes == ["a and b miss least here: 40.20 % of the requests."])
  }

  @Test func `a policy that lacks traces of others is no winner`() throws {
    let report = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: [500, 300])
        + Self.replays("lucky", capacity: "10%", misses: [100]))
    #expect(try Self.rows(report).map { $0[0] } == ["lru", "lucky"])
  }

  @Test func `several capacities form a curve in order of size`() throws {
    let report = ReplayReport(
      Self.replays("lru", capacity: "10%", misses: [400])
        + Self.replays("lru", capacity: "2%", misses: [900])
        + Self.replays("fifo", capacity: "2%", misses: [950]))
    #expect(report.exhibits.map(\.id) == ["replays-0", "replays-1", "curves-0"])
    let rows = try Self.rows(report, "curves-0")
    #expect(rows == [["lru", "90.00", "40.00"], ["fifo", "95.00", "-"]])
    let page = report.page(made: "a test").html
    #expect(page.contains("<svg") && page.contains("Misses by capacity"))
    #expect(report.markdown.contains("| lru "))
  }

  @Test func `the order of replays has no effect`() {
    let replays =
      Self.replays("lru", capacity: "10%", misses: [500, 301, 402])
      + Self.replays("sieve", capacity: "10%", misses: [457, 313, 355])
    #expect(ReplayReport(replays).markdown == ReplayReport(replays.reversed()).markdown)
  }
}
