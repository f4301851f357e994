import ArgumentParser

/// Whether runs that a store has are made once more, for the commands that would skip them.
struct AgainOption: ParsableArguments {
  @Flag(help: "Make runs anew that the store has already, and replace them.") var again = false
}
