import ScrollCaching
import ScrollCore

/// The recording of a played script: every call to the cache and every answer.
final class Recording {
  let setup: PolicySetup
  /// A Boolean value that indicates whether a limit of 0 means no limit.
  let zeroIsNoLimit: Bool
  fileprivate(set) var steps: [Step] = []
  /// The policy's violation of its contract in the last step.
  fileprivate(set) var fault: Fault?
  /// The ledgers before each step and after the last step, which all laws share.
  private(set) lazy var ledgers: [ExpectedContent] = {
    var ledger = ExpectedContent(setup, zeroIsNoLimit: zeroIsNoLimit)
    var ledgers = [ledger]
    ledgers.reserveCapacity(steps.count + 1)
    for step in steps {
      ledger.apply(step)
      ledgers.append(ledger)
    }
    return ledgers
  }()

  fileprivate init(_ setup: PolicySetup, zeroIsNoLimit: Bool) {
    self.setup = setup
    self.zeroIsNoLimit = zeroIsNoLimit
  }
}

/// A recorder that makes a recording call by call.
struct Recorder {
  private let model: any CacheModel
  let recording: Recording

  init(_ model: any CacheModel, _ setup: PolicySetup, zeroIsNoLimit: Bool) {
    self.model = model
    recording = Recording(setup, zeroIsNoLimit: zeroIsNoLimit)
  }

  /// A Boolean value that indicates whether a fault ended the recording.
  var isOver: Bool { recording.fault != nil }

  /// Calls the model and records its answer.
  @discardableResult
  mutating func perform(_ verb: Verb, operation: Int) -> Step {
    var step = Step(operation: operation, verb: verb, residents: ResidentSet())
    guard !isOver else { return step }
    step.answer(of: model)
    for image in 0..<recording.setup.imageCount where model.contains(ImageID(image)) {
      step.residents.insert(image)
    }
    recording.steps.append(step)
    recording.fault = (model as? AuditedCache)?.fault ?? (model as? ReusingCache)?.fault
    return step
  }

  func contains(_ image: ImageID) -> Bool { model.contains(image) }
}

extension Recording {
  /// Repeats the calls on another model, after an optional first call.
  ///
  /// `change` may change each call. The answers do not affect the calls.
  func replayed(
    on model: any CacheModel, _ setup: PolicySetup, after first: Verb? = nil,
    changing change: (Verb) -> Verb = { $0 }
  ) -> Recording {
    var recorder = Recorder(model, setup, zeroIsNoLimit: zeroIsNoLimit)
    if let first { recorder.perform(first, operation: 0) }
    for step in steps { recorder.perform(change(step.verb), operation: step.operation) }
    return recorder.recording
  }

  /// Returns a description of the first step in which two recordings of the same calls differ;
  /// `nil` if they are equal.
  func difference(from other: Recording, _ name: String, _ otherName: String) -> String? {
    for (step, its) in zip(steps, other.steps) where !step.agrees(with: its) {
      let (left, right) = (step.answer, its.answer)
      let place = "operation \(step.operation + 1)"
      if left != right { return "\(place): \(name): \(left); \(otherName): \(right)" }
      if let image = step.residents.difference(from: its.residents) {
        let holder = step.residents.contains(image) ? name : otherName
        return "\(place): only \(holder) holds \(image)"
      }
      return """
        \(place): \(name) counts \(step.residentCount) images that cost \(step.totalCost), \
        \(otherName) \(its.residentCount) that cost \(its.totalCost)
        """
    }
    if steps.count != other.steps.count {
      let isShorter = steps.count < other.steps.count
      return "\(isShorter ? name : otherName) stops: \(sentence(isShorter ? fault : other.fault))"
    }
    return fault == other.fault ? nil : sentence(fault ?? other.fault)
  }

  private func sentence(_ fault: Fault?) -> String { fault.map { "\($0)" } ?? "at its end" }
}

extension Recording {
  /// Returns the answers to each operation as text.
  func answers(operations: Int) -> [String] {
    (0..<operations).map { operation in
      let words = steps.indices.lazy.filter { self.steps[$0].operation == operation }
        .map { self.answer(to: $0) }.filter { $0 != "nothing" }
      return words.joined(separator: "; ")
    }
  }

  /// Returns the answer of a step as text.
  ///
  /// In a step with a fault, the fault replaces the reaction of the cache to it.
  private func answer(to place: Int) -> String {
    var step = steps[place]
    guard let fault, place == steps.count - 1 else { return step.answer }
    step.outcome = nil
    return step.removals.isEmpty ? "\(fault)" : "\(step.answer), \(fault)"
  }
}

/// A breach of the contract between a cache and its policy, on which `Cache` would trap.
enum Fault: Equatable, Sendable {
  case victimIsNotResident(Int)
  case victimIsPinned(Int)
  case namesNoVictim(although: Int)
}

extension Fault: CustomStringConvertible {
  var description: String {
    switch self {
    case .victimIsNotResident(let image): "the victim \(image) is not resident"
    case .victimIsPinned(let image): "the victim \(image) is pinned"
    case .namesNoVictim(let image):
      "no victim is named, although \(image) is resident and not pinned"
    }
  }
}
