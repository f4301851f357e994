package import ScrollCaching
package import ScrollCore
import Synchronization

/// A policy that evicts the images that a program in another process names.
///
/// The program starts when the cache is created, and receives the events that the cache sends to
/// its policy: hits, misses, stored and removed images, new limits and memory pressure. At its
/// request it also receives the positions of the viewport and the items. The policy asks the
/// program for every victim, unless all images are pinned. A victim must be in the cache and not
/// pinned. At its request the program also decides whether an image may be stored.
///
/// The methods of a policy cannot throw errors. So the policy passes every failure to a closure of
/// its creator, which ends the run.
///
/// - Complexity: O(1) for a notice. A victim takes O(pinned images) and an exchange of messages
///   with the other process.
package struct ExecPolicy: EvictionPolicy, ~Copyable {
  private let program: PolicyProgram
  private let onFailure: @Sendable (ProgramFailure) -> Never
  /// A Boolean value that indicates whether the capacity limits the sum of costs.
  ///
  /// Otherwise it limits the number of images.
  private let countsCost: Bool
  private var residents: [Bool]
  private var residentCount = 0

  /// Creates the policy of a program that was started for a cache.
  init(
    _ program: PolicyProgram, _ setup: PolicySetup,
    onFailure: @escaping @Sendable (ProgramFailure) -> Never
  ) {
    self.program = program
    self.onFailure = onFailure
    countsCost = setup.limits.cost != nil
    residents = Array(repeating: false, count: setup.imageCount)
    if let placement = setup.placement { placementChanged(to: placement) }
  }

  /// A Boolean value that indicates whether the policy uses the viewport.
  ///
  /// It is always `true`, because every program may request the viewport.
  package static var isSpatial: Bool { true }

  package mutating func didHit(_ request: Request) { tell(PolicyLine.hit(request)) }

  package mutating func didMiss(_ request: Request) { tell(PolicyLine.miss(request)) }

  package mutating func shouldStore(_ request: Request) -> Bool {
    shouldStore(request, as: .viewed)
  }

  package mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    guard program.statement.wants.contains(.admit) else { return true }
    do { return try program.admits(request, as: admission) } catch { onFailure(error) }
  }

  package mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var pinned: [Int] = []
    if !pins.isEmpty {
      for index in residents.indices where residents[index] {
        if pins.contains(ImageID(index)) { pinned.append(index) }
      }
    }
    guard residentCount > pinned.count else { return nil }
    let victim = victim(sparing: pinned)
    residents[victim] = false
    residentCount -= 1
    return ImageID(victim)
  }

  package mutating func didInsert(_ request: Request, as admission: Admission) {
    residents[Int(request.image.index)] = true
    residentCount += 1
    tell(PolicyLine.insert(request, as: admission))
  }

  package mutating func didRemove(_ image: ImageID) {
    residents[Int(image.index)] = false
    residentCount -= 1
    tell(PolicyLine.remove(image))
  }

  package mutating func viewportMoved(to viewport: Viewport) {
    if program.statement.wants.contains(.viewport) { tell(PolicyLine.viewport(viewport)) }
  }

  package mutating func placementChanged(to placement: ItemPlacement) {
    if program.statement.wants.contains(.viewport) { tell(PolicyLine.placement(placement)) }
  }

  package mutating func capacityChanged(to capacity: Int) {
    let limit = capacity == .max ? nil : capacity
    let limits = countsCost ? CacheLimits(cost: limit) : CacheLimits(count: limit)
    tell(PolicyLine.changed(limits))
  }

  package mutating func pressureChanged(to level: PressureLevel) {
    tell(PolicyLine.warning(level))
  }

  private func tell(_ line: String) {
    do { try program.tell(line) } catch { onFailure(error) }
  }

  /// Asks the program for a victim.
  ///
  /// An invalid answer ends the run.
  private func victim(sparing pinned: [Int]) -> Int {
    let named: Int?
    do { named = try program.victim(sparing: pinned) } catch { onFailure(error) }
    guard let answer = named else {
      onFailure(program.failure(.noVictim(candidates: residentCount - pinned.count)))
    }
    guard residents.indices.contains(answer), residents[answer] else {
      onFailure(program.failure(.absent(victim: answer, residents: residentCount)))
    }
    guard !pinned.contains(answer) else { onFailure(program.failure(.pinned(victim: answer))) }
    return answer
  }
}

extension ExecPolicy {
  /// Returns the descriptor for catalogs whose names may start programs.
  /// - Parameters:
  ///   - starter: The starter of the programs.
  ///   - onFailure: A closure that ends the command. It is called on the thread that uses the
  ///     failed program.
  /// - Returns: the descriptor.
  package static func descriptor(
    startedBy starter: ProgramStarter, onFailure: @escaping @Sendable (ProgramFailure) -> Never
  ) -> PolicyDescriptor {
    descriptor { settings in
      do throws(ProgramFailure) {
        return try starter.statement(
          of: settings["command"], seconds: settings.number("timeout")
        ).text
      } catch { onFailure(error) }
    } make: { setup in
      do throws(ProgramFailure) {
        let program = try starter.program(
          setup.settings["command"], seconds: setup.settings.number("timeout"), setup)
        return ExecPolicy(program, setup, onFailure: onFailure)
      } catch { onFailure(error) }
    }
  }

  /// Returns the descriptor for all other catalogs.
  ///
  /// It has no starter, so that it cannot start a program.
  /// - Parameter refusal: The error message for users who choose the policy; `nil` if the policy is
  ///   only listed.
  /// - Returns: the descriptor.
  static func descriptor(refusing refusal: String?) -> PolicyDescriptor {
    descriptor(unavailable: refusal) { _ in
      nil
    } make: { _ in
      preconditionFailure("a policy 'exec' without a starter has no program")
    }
  }

  private static func descriptor(
    unavailable: String? = nil,
    stating statedVersion: @escaping @Sendable (SettingValues) -> String?,
    make: @escaping @Sendable (PolicySetup) -> ExecPolicy
  ) -> PolicyDescriptor {
    var facts = PolicyDescriptor.Facts(
      discussion: """
        --policy 'exec: python3 lru.py'. scrollsim sends the program every hit, miss and store, \
        and asks it for every image to evict, as lines of JSON on standard input and output. The \
        page "A second opinion in another language" describes the protocol. For a command with a \
        colon or a comma, use --set exec.command=COMMAND. Only the command line starts programs, \
        or a spec or file of limits with --allow-exec. The command fails if the program ends, \
        evicts an image that is not in the cache, or does not answer in time. Results are stored \
        under the version that the program states.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and images that the program refuses"
      ) { cost, capacity in cost > capacity ? true : nil },
      claims: [])
    facts.unavailable = unavailable
    facts.statedVersion = statedVersion
    let language = Setting.Language(
      "the command line of a program, for /bin/sh",
      examples: ["python3 Notebooks/second-opinion/lru.py"]
    ) { text in
      text.contains { $0 != " " } ? nil : "no command; expected the command line of a program"
    }
    let settings = [
      Setting(
        "command", .expression(language), standard: "python3 Notebooks/second-opinion/lru.py",
        "Written right after the name."),
      Setting(
        "timeout", .number(0.1...3600), standard: "10",
        "Longest time for an answer, in seconds."
      ).later,
    ]
    return PolicyDescriptor(
      "exec", "Evicts the images that your program names, in any language.",
      settings: settings, facts: facts, make: make)
  }
}

/// An object that starts the programs of the policy `exec`.
///
/// Code without it cannot start a program.
///
/// The starter remembers the first statement of each program about its name and version. If a later
/// start of the program gives another statement, the command ends: the program was replaced while
/// it was in use, and may behave differently in stored runs.
package final class ProgramStarter: Sendable {
  private let announce: @Sendable (String) -> Void
  private let announced = Mutex<Set<String>>([])
  private let known = Mutex<[String: ProgramStatement]>([:])

  /// Creates a starter.
  /// - Parameter announce: A closure that is called with each command before it runs for the first
  ///   time.
  package init(announcing announce: @escaping @Sendable (String) -> Void = { _ in }) {
    self.announce = announce
  }

  /// Returns a program's statement about itself.
  ///
  /// If the statement is not known yet, starts the program to request it.
  /// - Parameters:
  ///   - command: The command line for the shell.
  ///   - seconds: The maximum time for an answer.
  /// - Returns: the first statement of the program.
  /// - Throws: `ProgramFailure` if the program cannot be queried.
  func statement(
    of command: String, seconds: Double
  ) throws(ProgramFailure) -> ProgramStatement {
    if let statement = known.withLock({ $0[command] }) { return statement }
    return try program(
      command, seconds: seconds, PolicySetup(imageCount: 1, limits: CacheLimits(count: 1))
    ).statement
  }

  /// Starts a program and checks that its statement is the same as before.
  /// - Parameters:
  ///   - command: The command line for the shell.
  ///   - seconds: The maximum time for an answer.
  ///   - setup: The setup of the cache for which the program decides.
  /// - Returns: the program, after it has answered the greeting.
  /// - Throws: `ProgramFailure` if the program cannot be started or gives no valid answer.
  package func program(
    _ command: String, seconds: Double, _ setup: PolicySetup
  ) throws(ProgramFailure) -> PolicyProgram {
    announced.withLock { if $0.insert(command).inserted { announce(command) } }
    let program = try PolicyProgram(command, seconds: seconds, setup)
    let now = program.statement
    let first = known.withLock { known in
      let first = known[command] ?? now
      known[command] = first
      return first
    }
    guard first == now else {
      throw program.failure(.changed(from: first.title, to: now.title))
    }
    return program
  }
}

extension ProgramStatement {
  /// The statement as text in an error message.
  fileprivate var title: String { text ?? "\(policy) without a version" }
}

/// The notices and questions for a program, each as a line of JSON.
enum PolicyLine {
  /// The name and version of the protocol, which both sides send in their first line.
  static let protocolName = "scrollsim-policy", version = 1

  static func hello(_ setup: PolicySetup) -> String {
    let clock = setup.clock == .requests ? "requests" : "simulation"
    return #"{"protocol":"\#(protocolName)","version":\#(version),"op":"hello","#
      + #""images":\#(setup.imageCount),\#(limits(setup.limits)),"seed":\#(setup.seed),"#
      + #""clock":"\#(clock)"}"#
  }

  static func hit(_ request: Request) -> String { #"{"op":"hit",\#(about(request))}"# }

  static func miss(_ request: Request) -> String { #"{"op":"miss",\#(about(request))}"# }

  static func insert(_ request: Request, as admission: Admission) -> String {
    #"{"op":"insert",\#(about(request)),"as":"\#(admission)"}"#
  }

  static func remove(_ image: ImageID) -> String { #"{"op":"remove","key":\#(image.index)}"# }

  static func admit(_ request: Request, as admission: Admission) -> String {
    #"{"op":"admit",\#(about(request)),"as":"\#(admission)"}"#
  }

  static func warning(_ level: PressureLevel) -> String {
    #"{"op":"warning","level":"\#(level)"}"#
  }

  /// Returns the question for a victim, with the numbers of the pinned images, which are not
  /// allowed as an answer.
  static func victim(sparing pinned: [Int]) -> String {
    guard !pinned.isEmpty else { return #"{"op":"victim"}"# }
    let list = pinned.map { "\($0)" }.joined(separator: ",")
    return #"{"op":"victim","pinned":[\#(list)]}"#
  }

  static func changed(_ limits: CacheLimits) -> String {
    #"{"op":"limits",\#(self.limits(limits))}"#
  }

  static func viewport(_ viewport: Viewport) -> String {
    let direction = viewport.direction == .forward ? "forward" : "backward"
    return #"{"op":"viewport","lower":\#(viewport.lower),"upper":\#(viewport.upper),"#
      + #""velocity":\#(viewport.velocity),"direction":"\#(direction)","#
      + #""phase":"\#(viewport.phase)","time":\#(viewport.time.nanoseconds)}"#
  }

  /// Returns the line with the position and image of every item.
  static func placement(_ placement: ItemPlacement) -> String {
    let items = placement.starts.indices.map { item in
      "[\(placement.starts[item]),\(placement.ends[item]),\(placement.images[item].index)]"
    }
    let list = items.joined(separator: ",")
    return #"{"op":"placement","items":[\#(list)]}"#
  }

  private static func about(_ request: Request) -> String {
    #""key":\#(request.image.index),"cost":\#(request.cost),"time":\#(request.time.nanoseconds)"#
  }

  private static func limits(_ limits: CacheLimits) -> String {
    let cost = limits.cost.map { "\($0)" } ?? "null"
    let count = limits.count.map { "\($0)" } ?? "null"
    return #""cost":\#(cost),"count":\#(count)"#
  }
}
