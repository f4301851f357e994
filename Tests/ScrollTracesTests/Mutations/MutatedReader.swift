import Foundation
import ScrollCore
import Testing

/// A reader, with valid files.
struct MutatedReader: Sendable, CustomTestStringConvertible {
  let name: String
  /// The valid files, which are damaged.
  let samples: [[UInt8]]
  /// Reads an input and returns the error, or `nil` for a result.
  let read: @Sendable ([UInt8]) -> String?

  var testDescription: String { name }

  /// The number of inputs of each reader: a thousand, or the value of `SCROLL_MUTATIONS`.
  static let count = Int(ProcessInfo.processInfo.environment["SCROLL_MUTATIONS"] ?? "") ?? 1000
  static let seed: UInt64 = 20

  /// The file for the number of the current input.
  private static var log: FileHandle? {
    ProcessInfo.processInfo.environment["SCROLL_MUTATION_LOG"]
      .flatMap { FileHandle(forWritingAtPath: $0) }
  }

  /// Writes the number of the next input to that file.
  struct Log {
    private let file = MutatedReader.log

    func note(_ reader: String, _ number: Int) throws {
      try file?.seek(toOffset: 0)
      try file?.write(contentsOf: Data("\(reader) \(number)\n".utf8))
    }
  }

  /// Reads damaged inputs.
  ///
  /// Each gives a result, or one line that states the expected input, and none takes longer than
  /// ten seconds. A trap ends the process; the number of the input is then in the file that
  /// `SCROLL_MUTATION_LOG` names.
  func check() throws {
    for sample in samples {
      let refusal = read(sample)
      #expect(refusal == nil, "\(name) refuses a right file: \(refusal ?? "")")
    }
    let log = Log()
    var (results, refusals) = (0, Set<String>())
    for number in 0..<Self.count {
      var mutator = Mutator(seed: Self.seed, number: number)
      let input = mutator.input(from: samples)
      try log.note(name, number)
      let begin = ContinuousClock.now
      let sentence = read(input)
      let time = ContinuousClock.now - begin
      #expect(time < .seconds(10), "\(name), seed \(Self.seed), input \(number): \(time)")
      guard let sentence else {
        results += 1
        continue
      }
      refusals.insert(String(sentence.filter { !$0.isNumber }.prefix(60)))
      let isSentence =
        sentence.contains("expected ") && sentence.count < 2000
        && !sentence.contains(where: \.isNewline)
      #expect(isSentence, "\(name), seed \(Self.seed), input \(number): \(sentence)")
    }
    // Damage that is never noticed, or always in the same way, would test nothing.
    #expect(results > 0, "\(name) takes none of \(Self.count) inputs")
    #expect(refusals.count > 1, "\(name) refuses \(Self.count) inputs with \(refusals)")
  }
}
