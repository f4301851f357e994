extension String {
  /// The text with its lines broken between words.
  ///
  /// No line is longer than 80 characters or the width of the terminal, unless a single word is
  /// longer.
  var wrapped: String {
    let width = min(80, Terminal.width ?? 80)
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var (text, length) = ("", 0)
      for word in line.split(separator: " ") {
        if length > 0, length + 1 + word.count > width { (text, length) = (text + "\n", 0) }
        if length > 0 { (text, length) = (text + " ", length + 1) }
        text += word
        length += word.count
      }
      return text
    }.joined(separator: "\n")
  }
}
