package import ScrollDevice

extension NetworkFile {
  /// The text of a profile, which reads back as an equal one.
  /// - Precondition: the profile has all its figures.
  package static func text(of profile: NetworkProfile) -> String {
    var text = "name: \(profile.name)\nsummary: \(YAMLText.quoted(profile.summary))\n\n"
    for figure in profile.figures {
      text += "\(figure.name): {value: \(figure.text), source: \(YAMLText.quoted(figure.source))}\n"
    }
    return text
  }
}
