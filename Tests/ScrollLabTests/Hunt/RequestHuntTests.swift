import ScrollCaching
import ScrollCore
import Testing
import scrollsim_lab

/// Hunts for request streams, held against theory.
struct RequestHuntTests {
  /// Sleator and Tarjan: `lru` with room for k images misses at most k times as often as `belady`,
  /// but for the first k, and comes as near to that as one likes.
  @Test(arguments: 2...8)
  func `LRU misses nearly k times as often as Belady, and never more`(k: Int) throws {
    let lru = try PolicyCatalog.builtIn.choose("lru")
    let setup = RequestHuntSetup(policy: lru, opponents: [], capacity: k)
    let answer = try #require(RequestHunt(setup, seed: 1, runs: 8000, jobs: 2).run { _ in })
    let ratio = answer.trial.policy / answer.trial.other
    #expect(ratio >= 0.9 * Double(k), "\(answer.picture)")
    #expect(answer.trial.policy <= Double(k) * answer.trial.other + Double(k), "\(answer.picture)")
    #expect(answer.requests.count == setup.length)
    // Counted once more, without a policy.
    #expect(Double(misses(of: answer.requests, room: k)) == answer.trial.policy)
  }

  /// The misses of the least recently used, by a list.
  private func misses(of requests: [Int], room: Int) -> Int {
    var (recent, misses) = ([Int](), 0)
    for image in requests {
      if let place = recent.firstIndex(of: image) {
        recent.remove(at: place)
      } else {
        misses += 1
        if recent.count == room { recent.removeFirst() }
      }
      recent.append(image)
    }
    return misses
  }

  @Test func `the best opponent has the fewest misses`() throws {
    let policy = try PolicyCatalog.builtIn.choose("fifo")
    let opponents = RequestHuntSetup.opponents(of: policy, capacity: 6)
    #expect(opponents.contains { $0.text == "lru" })
    #expect(!opponents.contains { $0.text == "fifo" || $0.entry.facts.needsFuture })
    let setup = RequestHuntSetup(policy: policy, opponents: opponents, capacity: 6)
    let answer = try #require(RequestHunt(setup, seed: 4, runs: 2000, jobs: 2).run { _ in })
    let stream = answer.rounds.stream(setup.length)
    #expect(stream.images.map { Int($0.index) } == answer.requests)
    for opponent in opponents {
      let setup = PolicySetup(
        imageCount: stream.imageCount, limits: CacheLimits(count: 6),
        settings: opponent.settings)
      let misses = Double(opponent.entry.replay(stream, setup).misses)
      #expect(misses >= answer.trial.other, "\(opponent.text)")
    }
  }

  @Test func `the number of threads does not change the outcome`() throws {
    let setup = RequestHuntSetup(
      policy: try PolicyCatalog.builtIn.choose("sieve"), opponents: [], capacity: 5)
    let answers = try [1, 4].map { jobs in
      try #require(RequestHunt(setup, seed: 8, runs: 1000, jobs: jobs).run { _ in })
    }
    #expect(answers[0].requests == answers[1].requests)
    #expect(answers[0].picture == answers[1].picture)
  }

  @Test func `rounds are numbered by first appearance and cut to length`() {
    let rounds = RequestRounds(opening: [7, 3], round: [3, 9, 7])
    #expect(rounds.numbered == RequestRounds(opening: [0, 1], round: [1, 2, 0]))
    #expect(rounds.requests(7) == [7, 3, 3, 9, 7, 3, 9])
    #expect(rounds.requests(1) == [7])
    #expect(rounds.stream(7).imageCount == 3)
  }

  @Test(
    arguments: [
      ([], ""), ([4], "4"), ([0, 1], "0 1"), ([0, 1, 2, 3], "0..3"), ([3, 2, 1], "3..1"),
      ([0, 1, 2, 2, 1, 0, 5], "0..2 2..0 5"), ([5, 5, 5], "5 5 5"), ([1, 0, 1, 2], "1 0..2"),
    ] as [([Int], String)])
  func `consecutive images form one range`(images: [Int], text: String) {
    #expect(RequestAnswer.words(images).joined(separator: " ") == text)
  }
}
