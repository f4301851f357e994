import ArgumentParser

/// The option `--again` of commands that skip the runs of the store unless it is given.
struct AgainOption: ParsableArguments {
  @Flag(help: "Repeat runs that the store already has, and replace their results.") var again =
    false
}
