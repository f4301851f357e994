import ScrollSweeps

extension EmptyScrolls {
  /// Prints a note about the traces of a plan whose duration is zero, if there are any.
  static func note(on plan: SweepPlan) {
    guard let sentence = sentence(plan.scenarios.map(\.record.trace)) else { return }
    Output.say("note: \(sentence)")
  }
}
