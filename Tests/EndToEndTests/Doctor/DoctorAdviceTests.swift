import Foundation
import Testing

/// Tests of the findings and advice of `scrollsim doctor` in cases that are easy to get wrong.
@Suite struct DoctorAdviceTests {
  private func document(_ command: String) throws -> [String: Any] {
    try DoctorCase.document(command.split(separator: " ").map(String.init))
  }

  private func sentence(_ document: [String: Any]) throws -> String {
    try #require(document["sentence"] as? String)
  }

  private func levers(_ document: [String: Any]) throws -> [[String: Any]] {
    try #require(document["levers"] as? [[String: Any]])
  }

  @Test func `a policy with too small a budget hides no bottleneck`() throws {
    let diagnosis = try document(
      "Traces/photo-grid.scroll --device iphone-6 --policy w-tinylfu --budget 4MiB")
    #expect(diagnosis["bottleneck"] as? String == "decode")
    let sentence = try sentence(diagnosis)
    #expect(
      sentence.contains("At 4MiB the cache has room for 1.7 images, but w-tinylfu needs 2."),
      "\(sentence)")
  }

  @Test(arguments: [
    "Traces/photo-grid.scroll --device iphone-5 --budget 32MiB",
    "Traces/photo-grid.scroll --device iphone-6 --policy w-tinylfu --budget 4MiB",
  ])
  func `lanes are busy for at most the length of the run`(command: String) throws {
    let sentence = try sentence(document(command))
    let match = try #require(
      sentence.firstMatch(
        of: /need ([0-9.]+) s on each of 2 parallel decode lanes in a run of ([0-9.]+) s/),
      "\(sentence)")
    let (busy, whole) = (try #require(Double(match.1)), try #require(Double(match.2)))
    #expect(busy <= whole)
    #expect(sentence.contains("but requests come in bursts") == (busy < whole / 2))
  }

  @Test func `a network without answers is reported as insufficient`() throws {
    let sentence = try sentence(
      document("Traces/recorded/feed-to-and-fro.scroll --loader nuke --network total-loss"))
    #expect(sentence.contains("No data ever arrived."), "\(sentence)")
    #expect(!sentence.contains("enough for"), "\(sentence)")
  }

  @Test(arguments: ["iphone-5", "ipad-3"])
  func `doctor suggests no format that the device cannot show`(device: String) throws {
    let texts = try levers(document("Traces/photo-grid.scroll --device \(device) --budget 32MiB"))
      .compactMap { $0["text"] as? String }
    let formats = texts.filter { $0.hasPrefix("images as ") }
    #expect(
      formats == ["images as jpeg of equal quality (PSNR; 10 %: 34 to 37 dB instead of no loss)"])
  }

  @Test func `a lever that costs quality or bytes ranks second and states its price`() throws {
    let diagnosis = try document(
      "Traces/recorded/feed-to-and-fro.scroll --device iphone-6 --budget 24MiB --prefetch none")
    let helping = try levers(diagnosis).filter { $0["helps"] as? Bool == true }
    let (best, free) = (helping.first, helping.first { $0["price"] is NSNull })
    let price = try #require(best?["price"] as? String)
    let first = try #require(free?["text"] as? String)
    let second = try #require(best?["text"] as? String)
    let sentence = try sentence(diagnosis)
    let places = try [first, second, "(price: \(price))"].map {
      try #require(sentence.firstRange(of: $0), "\(sentence)").lowerBound
    }
    #expect(places == places.sorted(), "\(sentence)")
  }

  @Test func `the policy of the best found stall is a lever`() throws {
    let diagnosis = try document("Traces/large-photos.scroll --device iphone-5 --budget 600MiB")
    let reached = try #require(diagnosis.object("bound").number("reachedSeconds"))
    let policy = try #require(
      levers(diagnosis).first { $0["kind"] as? String == "policy" }?.number("stallSeconds"))
    #expect(policy <= reached)
    #expect(!(try sentence(diagnosis)).contains("No other policy helps"))
  }

  @Test func `a killed app without a limit gets a suggestion of LRU and a budget`() throws {
    let diagnosis = try document(
      "Traces/photo-grid.scroll --device iphone-6 --policy unbounded --budget none")
    let budgets = try levers(diagnosis).filter { $0["kind"] as? String == "budget" }
    #expect(budgets.contains { $0["helps"] as? Bool == true && $0["killed"] is NSNull })
    #expect(
      budgets.allSatisfy { ($0["command"] as? [String])?.contains("lru") == true })
  }

  @Test func `the stall of a killed run is not compared`() throws {
    let diagnosis = try document(
      "Traces/photo-grid.scroll --device iphone-6 --policy unbounded --budget none")
    #expect(try levers(diagnosis).allSatisfy { $0["savedSeconds"] is NSNull })
  }

  @Test func `a budget bottleneck states the effect of more memory`() throws {
    let diagnosis = try document(DoctorCase.all[4].command)
    let more = try levers(diagnosis).first {
      $0["kind"] as? String == "budget" && $0["helps"] as? Bool == true
    }
    let text = try #require(more?["text"] as? String)
    let sentence = try sentence(diagnosis)
    #expect(sentence.contains("; with \(text), "), "\(sentence)")
  }

  @Test func `every lever states its fetched bytes and why it does not help`() throws {
    let diagnosis = try document(DoctorCase.all[1].command)
    #expect((diagnosis.number("fetchedBytes") ?? 0) > 0)
    for lever in try levers(diagnosis) {
      #expect((lever.number("fetchedBytes") ?? 0) > 0)
      #expect((lever.number("footprintPeakBytes") ?? 0) > 0)
      #expect((lever["reason"] is NSNull) == (lever["helps"] as? Bool == true))
    }
  }
}
