import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

@Suite struct ChoiceLabelTests {
  @Test func `the label of every word that a policy can be set to can be typed`() throws {
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

  @Test func `numbers lose the zeros that nobody types`() throws {
    let choice = try PolicyCatalog.builtIn.choose("distance:lead=2.0")
    #expect(choice.label == "distance:lead=2")
  }
}
