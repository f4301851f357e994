extension Recording {
  /// What happened in each operation, for people.
  func answers(operations: Int) -> [String] {
    (0..<operations).map { operation in
      let words = steps.indices.lazy.filter { self.steps[$0].operation == operation }
        .map { self.answer(to: $0) }.filter { $0 != "nothing" }
      return words.joined(separator: "; ")
    }
  }

  /// What happened in a step; a breach of the contract instead of what the cache made of it.
  private func answer(to place: Int) -> String {
    var step = steps[place]
    guard let fault, place == steps.count - 1 else { return step.answer }
    step.outcome = nil
    return step.removals.isEmpty ? "\(fault)" : "\(step.answer), \(fault)"
  }
}
