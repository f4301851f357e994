import ArgumentParser

/// `--wide`, wherever tables are printed.
struct WideOption: ParsableArguments {
  @Flag(help: "Print tables whole on a terminal that is too narrow for them.") var wide = false
}
