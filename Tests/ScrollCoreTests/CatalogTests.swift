import ScrollCore
import Testing

struct CatalogTests {
  struct Sauce: CatalogEntry {
    static let kind = "sauce"
    let name: String
    let summary = "A sauce."
    var settings: [Setting] = []
  }

  static let catalog = Catalog([
    Sauce(
      name: "curry",
      settings: [
        Setting("heat", .integer(0...10), standard: "3", "How hot."),
        Setting("share", .number(0...1), standard: "0.5", "How much."),
        Setting("smooth", .flag, standard: "false", "Whether it is strained."),
        Setting("colour", .choice(["red", "green"]), standard: "red", "Which paste."),
      ]),
    Sauce(name: "pesto"),
  ])

  @Test func `a choice names an entry and fills in its settings`() throws {
    let choice = try Self.catalog.choose("curry:heat=7:smooth=true")
    #expect(choice.entry.name == "curry")
    #expect(choice.text == "curry:heat=7:smooth=true")
    #expect(choice.settings.integer("heat") == 7)
    #expect(choice.settings.number("share") == 0.5)
    #expect(choice.settings.flag("smooth"))
    #expect(choice.settings["colour"] == "red")
    #expect(choice.settings.pairs.map(\.name) == ["heat", "share", "smooth", "colour"])
  }

  @Test(arguments: [
    ("pesta", "there is no sauce 'pesta'; did you mean 'pesto'?"),
    ("mayonnaise", "there is no sauce 'mayonnaise'; there are curry, pesto"),
    ("", "'' has no name; expected NAME[:KEY=VALUE...]"),
    (":heat=1", "':heat=1' has no name; expected NAME[:KEY=VALUE...]"),
    ("curry:heat", "'heat' in 'curry:heat' is not a setting; expected NAME[:KEY=VALUE...]"),
    ("curry:", "'' in 'curry:' is not a setting; expected NAME[:KEY=VALUE...]"),
    ("curry:heat=", "'heat=' in 'curry:heat=' is not a setting; expected NAME[:KEY=VALUE...]"),
    ("curry:heat=1:heat=2", "'curry:heat=1:heat=2' sets 'heat' twice; expected it once"),
    ("pesto:heat=1", "'pesto' has no setting 'heat'; it takes none"),
    ("curry:hot=1", "'curry' has no setting 'hot'; it takes heat, share, smooth, colour"),
    (
      "curry:heat=11",
      "setting 'heat' of 'curry' is '11'; expected a whole number from 0 to 10"
    ),
    (
      "curry:heat=2.5",
      "setting 'heat' of 'curry' is '2.5'; expected a whole number from 0 to 10"
    ),
    (
      "curry:share=nan",
      "setting 'share' of 'curry' is 'nan'; expected a number from 0 to 1"
    ),
    ("curry:smooth=yes", "setting 'smooth' of 'curry' is 'yes'; expected true or false"),
    ("curry:colour=blue", "setting 'colour' of 'curry' is 'blue'; expected one of red, green"),
  ])
  func `a wrong choice is an error with a message`(text: String, sentence: String) {
    let error = #expect(throws: ChoiceError.self) { try Self.catalog.choose(text) }
    #expect(error.map { "\($0)" } == sentence)
  }

  @Test func `a catalog appends a new entry`() throws {
    let catalog = Self.catalog.adding(Sauce(name: "own"))
    #expect(catalog.entries.map(\.name) == ["curry", "pesto", "own"])
    #expect(try catalog.choose("own").entry.name == "own")
  }

  @Test func `two entries with one name are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = Catalog([CatalogTests.Sauce(name: "a"), CatalogTests.Sauce(name: "a")])
    }
  }

  @Test(
    arguments: [
      (.number(0...(.greatestFiniteMagnitude)), "a number from 0"),
      (.integer(1...(.max)), "a whole number from 1"),
    ] as [(Setting.Domain, String)])
  func `an open range is described by its lower end`(domain: Setting.Domain, text: String) {
    #expect("\(domain)" == text)
  }
}
