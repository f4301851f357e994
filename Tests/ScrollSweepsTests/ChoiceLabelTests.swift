import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

@Suite struct ChoiceLabelTests {
  @Test func `the label of every word of a setting is valid input`() throws {
    let catalog = PolicyCatalog.builtIn
    for entry in catalog.entries {
      for setting in entry.settings {
        guard case .choice(let words) = setting.domain else { continue }
        for word in words {
          let choice = try catalog.choose("\(entry.name):\(setting.name)=\(word)")
          #expect(try catalog.choose(choice.label).settings == choice.settings, "\(choice.label)")
        }
      }
    }
  }

  @Test(arguments: [
    ("score: idle", "score: idle"), ("score", "score: idle"),
    ("score: idle:admit=viewed:b=2.0", "score: idle:admit=viewed:b=2"),
    ("score:a * age:admit=1:a=1e0", "score: a * age"),
  ])
  func `the label of a formula omits the default name`(
    typed: String, label: String
  ) throws {
    let choice = try PolicyCatalog.builtIn.choose(typed)
    #expect(choice.label == label)
    #expect(try PolicyCatalog.builtIn.choose(label).label == label)
  }

  @Test func `labels omit trailing zeros of numbers`() throws {
    let choice = try PolicyCatalog.builtIn.choose("distance:lead=2.0")
    #expect(choice.label == "distance:lead=2")
  }
}
