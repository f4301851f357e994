import ArgumentParser

/// Making, importing and looking at scroll traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Records, makes, imports, cuts and inspects scrolls.",
    discussion: """
      Example:
        scrollsim trace info Traces/photo-grid.scroll
      """,
    subcommands: [
      TraceRecordCommand.self, TraceGenerateCommand.self, TraceImportCommand.self,
      TraceImagesCommand.self, TraceCutCommand.self, TraceExportCommand.self,
      TraceInfoCommand.self, TraceValidateCommand.self,
    ])
}
