import ScrollCaching
import ScrollCore
import ScrollSimCommands
import Testing
import scrollsim_lab

@Suite struct ExecPolicyTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `a program has the misses of the same rule in Swift`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stream = RequestStream(
      images: (0..<400).map { _ in ImageID(random.below(random.chance(0.6) ? 6 : 25)) },
      imageCount: 25)
    let fifo = try PolicyCatalog.builtIn.choose("fifo")
    let exec = try ShellProgram.exec(ShellProgram.fifo)
    for count in [1, 4, 9] {
      func tally(_ policy: Choice<PolicyDescriptor>) -> Tally {
        policy.entry.replay(
          stream,
          PolicySetup(
            imageCount: 25, limits: CacheLimits(count: count), settings: policy.settings))
      }
      #expect(tally(exec) == tally(fifo), "seed \(seed), room for \(count)")
    }
  }

  @Test func `the program receives removals and new limits`() throws {
    let fifo = try PolicyCatalog.builtIn.choose("fifo")
    let exec = try ShellProgram.exec(ShellProgram.fifo)
    func evicted(_ policy: Choice<PolicyDescriptor>) -> [Int32] {
      let model = policy.entry.makeModel(
        PolicySetup(imageCount: 9, limits: CacheLimits(cost: 6), settings: policy.settings))
      for image in 0..<6 { _ = model.store(request(image), as: .viewed) }
      model.remove(ImageID(0), because: .removed)
      _ = model.store(request(2), as: .prefetched)
      model.setLimits(CacheLimits(cost: 3))
      _ = model.store(request(7), as: .viewed)
      var evicted: [Int32] = []
      model.drainRemovals { evicted.append($0.image.index) }
      return evicted
    }
    let expected = evicted(fifo)
    #expect(expected == [0, 2, 1, 3, 4])
    #expect(evicted(exec) == expected)
  }

  @Test func `the program receives no question if all residents are pinned`() throws {
    // It would have no answer: it ends after its first line.
    let exec = try ShellProgram.exec(ShellProgram.greeting() + "read a; read b; exit 1")
    let model = exec.entry.makeModel(
      PolicySetup(imageCount: 3, limits: CacheLimits(count: 1), settings: exec.settings))
    model.pin(ImageID(0))
    let first = model.store(request(0), as: .viewed)
    let second = model.store(request(1), as: .viewed)
    #expect(first == .stored)
    #expect(second == .refused)
  }

  @Test func `a program may refuse an image`() throws {
    let exec = try ShellProgram.exec(
      ShellProgram.greeting(wants: "admit")
        + """
        while read -r line; do
          case $line in
          *'"op":"admit","key":1,'*) echo '{"admit":false}' ;;
          *'"op":"admit"'*) echo '{"admit":true}' ;;
          esac
        done
        """)
    let model = exec.entry.makeModel(
      PolicySetup(imageCount: 3, limits: CacheLimits(count: 3), settings: exec.settings))
    let outcomes = (0..<3).map { model.store(request($0), as: .viewed) }
    #expect(outcomes == [.stored, .refused, .stored])
  }

  @Test func `a program may state its version`() throws {
    let stated = try ShellProgram.exec(ShellProgram.greeting(version: "7"))
    #expect(stated.entry.facts.statedVersion?(stated.settings) == "p 7")
    let silent = try ShellProgram.exec(ShellProgram.greeting(version: nil))
    let version = try #require(silent.entry.facts.statedVersion)
    #expect(version(silent.settings) == nil)
  }

  private func request(_ image: Int) -> Request {
    Request(image: ImageID(image), cost: 1, time: .zero)
  }
}
