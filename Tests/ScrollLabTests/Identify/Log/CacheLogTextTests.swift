import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

@Suite struct CacheLogTextTests {
  @Test(arguments: 0..<50)
  func `a written log reads back unchanged`(seed: UInt64) throws {
    let world = RandomLog(seed: seed)
    let models = Candidate.all(of: .builtIn, discardable: false)
    var random = SeededRandom(seed: seed)
    let model = models[random.below(models.count)]
    let log = world.answered(by: model, seed: seed)
    let text = CacheLogText.text(log)
    let again = try CacheLogReader.read(Array(text.utf8), named: log.name)
    #expect(again.entries.map(\.operation) == log.entries.map(\.operation), "seed \(seed)")
    #expect(again.entries.map(\.evicted) == log.entries.map(\.evicted), "seed \(seed)")
    #expect(again.entries.map(\.hit) == log.entries.map(\.hit), "seed \(seed)")
    #expect(again.header == log.header, "seed \(seed)")
    #expect(CacheLogText.text(again) == text, "seed \(seed)")
  }

  @Test func `a log can contain any key`() throws {
    var log = CacheLog(named: "log", CacheLogHeader(tellsEvictions: true))
    let keys = ["", "a \"b\"", "\\", "new\nline", "\u{1}", "\u{85}", "Größe 🐈"]
    for key in keys {
      let image = log.image(key)
      log.append(CacheLog.Entry(line: 0, operation: .get(image), hit: false))
    }
    let again = try CacheLogReader.read(Array(CacheLogText.text(log).utf8), named: "log")
    #expect(again.keys == keys)
  }

  @Test(arguments: 0..<40)
  func `a damaged log is valid or an error with a message`(seed: UInt64) {
    let models = Candidate.all(of: .builtIn, discardable: false)
    var random = SeededRandom(seed: seed)
    let log = RandomLog(seed: seed).answered(by: models[random.below(models.count)], seed: seed)
    let whole = Array(CacheLogText.text(log).utf8)
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(9)))
        default: bytes.insert(contentsOf: Array("\"{,:}]9".utf8), at: place)
        }
        if bytes.isEmpty { break }
      }
      do { _ = try CacheLogReader.read(bytes, named: "log") } catch {
        #expect("\(error)".hasPrefix("log:"), "seed \(seed): \(error)")
        #expect("\(error)".contains("; expected "), "seed \(seed): \(error)")
      }
    }
  }
}
