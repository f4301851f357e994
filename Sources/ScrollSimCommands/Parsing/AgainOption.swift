import ArgumentParser

/// The option to repeat runs that the store already has, for the commands that would skip them.
struct AgainOption: ParsableArguments {
  @Flag(help: "Repeat runs that the store already has, and replace their results.") var again =
    false
}
