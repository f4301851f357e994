extension Table {
  /// A column: its header, the side its cells lean on, and what becomes of it where the table is
  /// wider than the terminal.
  package struct Column: Sendable, Equatable {
    package enum Alignment: Sendable { case left, right }

    /// What the cells are, which decides how they may be made narrower.
    package enum Content: Sendable {
      /// Never cut: half a figure is another figure.
      case figures
      /// Cut in the middle.
      case names
      /// Broken into lines, if need be below the row.
      case prose
      /// Never cut: half a command is none. Where it has no room it stands below the row.
      case commands
    }

    /// How long a column stays where not all have room; of equal ones the last goes first.
    package enum Priority: Int, Sendable, Comparable {
      case detail, usual, key

      package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let header: String
    package let alignment: Alignment
    package let content: Content
    package private(set) var priority = Priority.usual
    /// Words that have a color on a terminal.
    package private(set) var tones: [String: TerminalStyle.Tone] = [:]

    /// A column of words.
    package static func left(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .names)
    }

    /// A column of figures.
    package static func right(_ header: String) -> Column {
      Column(header: header, alignment: .right, content: .figures)
    }

    /// A column of sentences.
    package static func prose(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .prose)
    }

    /// A column of commands or options, to be typed as they are.
    package static func command(_ header: String) -> Column {
      Column(header: header, alignment: .left, content: .commands)
    }

    /// The same column, to be kept longer or less long than others.
    package func keeping(_ priority: Priority) -> Column {
      var column = self
      column.priority = priority
      return column
    }

    /// The same column with colors for some words.
    package func toned(_ tones: [String: TerminalStyle.Tone]) -> Column {
      var column = self
      column.tones = tones
      return column
    }
  }
}
