import ScrollCore
public import ScrollSimulation

/// Tells why something stalled in a run, from its log.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     let story = Story(log, of: prepared)
///     print(try story.item(412).map(\.tale.sentence))
///
/// Everything it says follows from the log: the same run gives the same words.
public struct Story {
  let record: RunRecord
  let names: StoryNames
  let scenario: Scenario

  /// A story of a whole run.
  /// - Parameters:
  ///   - log: of a run that is over.
  ///   - prepared: what was run.
  /// - Complexity: O(entries of the log).
  public init(_ log: RunLog, of prepared: PreparedScenario) {
    record = RunRecord(log, of: prepared)
    names = StoryNames(prepared)
    scenario = prepared.scenario
  }

  /// Frames that were processed.
  public var frameCount: Int { record.frames.count }

  /// Every appearance of an item, in order.
  /// - Throws: `StoryError` if there is no such item, or it never appears.
  public func item(_ item: Int) throws(StoryError) -> [AppearanceTale] {
    let items = record.appearancesOfItem
    guard items.indices.contains(item) else { throw .noItem(item, count: items.count) }
    guard !items[item].isEmpty else { throw .neverAppears(item) }
    return items[item].map { tell(record.appearances[$0]) }
  }

  /// What a frame did and showed.
  /// - Throws: `StoryError` if there is no such frame.
  public func frame(_ number: Int) throws(StoryError) -> FrameTale {
    guard record.frames.indices.contains(number) else {
      throw .noFrame(number, count: record.frames.count)
    }
    return tell(frame: number)
  }

  /// The appearance that was longest without its image, the first of equals; nil if every
  /// image was there at once.
  ///
  /// What was never shown, or not until the run ended, counts with the time that it was on
  /// screen; a low variant is as good as the image.
  public var worstAppearance: AppearanceTale? {
    var worst: (index: Int, wait: Int64)?
    for (index, appearance) in record.appearances.enumerated() {
      guard appearance.lateness != nil else { continue }
      let wait = wait(of: appearance).nanoseconds
      if wait > worst?.wait ?? -1 { worst = (index, wait) }
    }
    return worst.map { tell(record.appearances[$0.index]) }
  }

  /// The frame that was latest, the first of equals; nil if all were on time.
  public var worstHitch: FrameTale? {
    var worst: Int?
    for (index, frame) in record.frames.enumerated()
    where frame.delay > worst.map({ record.frames[$0].delay }) ?? .zero {
      worst = index
    }
    return worst.map { tell(frame: $0) }
  }
}
