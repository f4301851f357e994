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
  public var worstAppearance: AppearanceTale? { worstAppearances(atMost: 1).first }

  /// The frame that was latest, the first of equals; nil if all were on time.
  public var worstHitch: FrameTale? { worstHitches(atMost: 1).first }

  /// The appearances that were longest without their image, the worst first.
  /// - Parameter count: how many to tell of.
  /// - Returns: that many, or all there are.
  /// - Complexity: O(*n* log *n*) in the appearances.
  public func worstAppearances(atMost count: Int) -> [AppearanceTale] {
    let waits = record.appearances.enumerated().compactMap { index, appearance in
      appearance.lateness == nil ? nil : (wait: wait(of: appearance), index: index)
    }
    return Self.worst(waits, atMost: count).map { tell(record.appearances[$0]) }
  }

  /// The frames that were latest, the worst first.
  /// - Parameter count: how many to tell of.
  /// - Returns: that many, or all there are.
  /// - Complexity: O(*n* log *n*) in the frames.
  public func worstHitches(atMost count: Int) -> [FrameTale] {
    let delays = record.frames.enumerated().compactMap { index, frame in
      frame.delay > .zero ? (wait: frame.delay, index: index) : nil
    }
    return Self.worst(delays, atMost: count).map { tell(frame: $0) }
  }

  private static func worst(
    _ waits: [(wait: SimTime, index: Int)], atMost count: Int
  ) -> [Int] {
    waits.sorted { ($1.wait, $0.index) < ($0.wait, $1.index) }.prefix(count).map(\.index)
  }
}
