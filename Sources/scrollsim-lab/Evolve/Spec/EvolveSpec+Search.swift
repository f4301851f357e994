import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension EvolveSpec {
  /// Reads how long and how widely is searched.
  static func search(_ field: YAMLField?) throws(YAMLFileError) -> Search {
    var search = Search()
    guard let field else { return search }
    let fields = try field.fields(
      ["seed", "population", "generations", "nodes", "runs", "known", "draws"])
    search.seed = try whole(fields["seed"], in: 0...Int.max).map { UInt64($0) } ?? search.seed
    search.population = try whole(fields["population"], in: 4...10_000) ?? search.population
    search.generations = try whole(fields["generations"], in: 1...10_000) ?? search.generations
    search.nodes = try whole(fields["nodes"], in: 1...200) ?? search.nodes
    search.runs = try whole(fields["runs"], in: 1...100_000_000)
    search.draws = try whole(fields["draws"], in: 0...64) ?? search.draws
    if let known = fields["known"] {
      search.known = try policies(known)
    }
    return search
  }

  /// Formulas as policies.
  private static func policies(_ field: YAMLField) throws(YAMLFileError) -> [String] {
    var policies: [String] = []
    for (field, text) in try field.scalars(expected: "formulas like 'score: idle'") {
      do { _ = try PolicyCatalog.builtIn.choose(text) } catch {
        throw .malformedText(field.place, path: field.path, problem: "\(error)")
      }
      guard Formula(policy: text) != nil else {
        throw field.wrong("a formula like 'score: idle', of the policy score")
      }
      policies.append(text)
    }
    return policies
  }

  /// A whole number.
  private static func whole(
    _ field: YAMLField?, in range: ClosedRange<Int>
  ) throws(YAMLFileError) -> Int? {
    guard let field else { return nil }
    let expected =
      range.upperBound == .max
      ? "a whole number from \(range.lowerBound)"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(try field.text(expected: expected)), range.contains(number) else {
      throw field.wrong(expected)
    }
    return number
  }

  /// A number.
  static func number(
    _ field: YAMLField?, in range: ClosedRange<Double>
  ) throws(YAMLFileError) -> Double? {
    guard let field else { return nil }
    let expected = "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    guard let number = Double(try field.text(expected: expected)), range.contains(number) else {
      throw field.wrong(expected)
    }
    return number
  }
}
