import ScrollPages

extension SweepReport {
  /// What the choices are for the users of a population, and on which devices.
  var populationExhibits: [Exhibit] {
    guard let answer = population else { return [] }
    let title = answer.population.title
    return [
      Exhibit(
        "population", "For these users" + (title.isEmpty ? "" : ": \(title)"),
        notes: answer.sentences, table: answer.choiceTable)
    ]
      + (answer.deviceTable.map { table in
        [
          Exhibit(
            "population-devices", "Budget rules by device",
            notes: ["What each rule comes to on a device, and the mean stall of its users."],
            table: table)
        ]
      } ?? [])
  }
}
