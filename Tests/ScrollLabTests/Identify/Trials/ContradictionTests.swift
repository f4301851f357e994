import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

@Suite struct ContradictionTests {
  @Test(arguments: [
    // What an LRU of three would not do.
    (
      "lru", "d evicted b",
      "line 6: set d evicted b; it would evict a"
    ),
    ("fifo", "d evicted b", "line 6: set d evicted b; it would evict a"),
    ("nscache-corelibs", "d evicted a", "line 6: set d evicted a; it would evict d"),
    ("nscache-docs", "d evicted a", "line 6: set d evicted a; it would evict nothing"),
  ])
  func `the first contradiction has a message`(
    model: String, seen: String, sentence: String
  ) throws {
    let victim = try #require(seen.split(separator: " ").last)
    let log = try log(
      #"{"op":"set","key":"a"}"#, #"{"op":"set","key":"b"}"#, #"{"op":"set","key":"c"}"#,
      #"{"op":"get","key":"b","hit":true}"#, #"{"op":"set","key":"d"}"#,
      #"{"op":"evicted","key":"\#(victim)"}"#)
    #expect(try verdict(of: log, on: model).contradiction?.description == sentence)
  }

  @Test func `the result of a look-up can contradict a model`() throws {
    let hit = try log(#"{"op":"get","key":"a","hit":true}"#)
    #expect(
      try verdict(of: hit, on: "lru").contradiction?.description
        == "line 2: get a hit; it would miss")
    let missed = try log(#"{"op":"set","key":"a"}"#, #"{"op":"get","key":"a","hit":false}"#)
    #expect(
      try verdict(of: missed, on: "lru").contradiction?.description
        == "line 3: get a missed; it would hit")
  }

  /// Every other eviction, and every other answer of a look-up, is one that the model did not give.
  @Test(arguments: ["lru", "sieve", "arc", "nscache-corelibs", "nuke-clock", "s3fifo", "2q"])
  func `a changed answer contradicts the model at its line`(name: String) throws {
    let model = Candidate(try PolicyCatalog.builtIn.choose(name))
    var changed = 0
    for seed in 0..<UInt64(60) {
      let log = RandomLog(seed: seed).answered(by: model, seed: seed)
      var random = SeededRandom(seed: seed)
      let place = random.below(log.entries.count)
      guard let altered = log.altering(place, key: ImageID(random.below(log.keys.count))) else {
        continue
      }
      changed += 1
      let line = log.entries[place].line
      #expect(
        LogTrial(altered).verdict(on: model).contradiction?.line == line,
        "seed \(seed), line \(line)\n\(CacheLogText.text(altered))")
    }
    #expect(changed > 20)
  }

  @Test func `a limit of 0 means no limit, except for models that enforce it`() throws {
    let log = try CacheLogReader.read(
      Array(
        """
        {"scrollsim-cache-log":1,"count":2,"cost":0,"evictions":true}
        {"op":"set","key":"a","cost":5}
        {"op":"get","key":"a","hit":true}
        """.utf8), named: "log")
    #expect(try verdict(of: log, on: "lru").survival != nil)
    #expect(try verdict(of: log, on: "nscache-corelibs").survival != nil)
    #expect(
      try verdict(of: log, on: "nscache-winobjc").contradiction?.description
        == "line 2: set a cost 5 evicted nothing; it would evict a")
  }

  private func log(_ lines: String...) throws -> CacheLog {
    let header = #"{"scrollsim-cache-log":1,"count":3,"evictions":true}"#
    let text = ([header] + lines).joined(separator: "\n")
    return try CacheLogReader.read(Array(text.utf8), named: "log")
  }

  private func verdict(of log: CacheLog, on name: String) throws -> Verdict {
    LogTrial(log).verdict(on: Candidate(try PolicyCatalog.builtIn.choose(name)))
  }
}

extension CacheLog {
  /// The same log with another answer to one operation; nil where that has none to change.
  fileprivate func altering(_ place: Int, key: ImageID) -> CacheLog? {
    var log = CacheLog(named: name, header)
    for key in keys { _ = log.image(key) }
    for (index, entry) in entries.enumerated() {
      var entry = entry
      if index == place {
        if let hit = entry.hit {
          entry.hit = !hit
        } else if header.tellsEvictions {
          entry.evicted = entry.evicted == [key] ? [] : [key]
        } else {
          return nil
        }
      }
      log.append(entry)
    }
    return log
  }
}
