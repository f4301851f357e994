import ArgumentParser

/// The option to repeat runs that the store already has, for the commands that would skip them.
struct AgainOption: ParsableArguments {
  @Flag(help: "Make runs anew that the store has already, and replace them.") var again = false
}
