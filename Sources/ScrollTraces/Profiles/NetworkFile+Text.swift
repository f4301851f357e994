package import ScrollDevice

extension NetworkFile {
  /// The text of a profile, which reads back as an equal one.
  /// - Precondition: the profile has all its figures, and no line breaks in its texts.
  package static func text(of profile: NetworkProfile) -> String {
    var text = "name: \(profile.name)\nsummary: \(quoted(profile.summary))\n\n"
    for figure in profile.figures {
      text += "\(figure.name): {value: \(figure.text), source: \(quoted(figure.source))}\n"
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
