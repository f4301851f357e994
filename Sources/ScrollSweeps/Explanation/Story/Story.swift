import ScrollCore
package import ScrollSimulation

/// Explains from its log why something stalled in a run.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     let story = Story(log, of: prepared)
///     print(try story.item(412).map(\.explanation.sentence))
///
/// Every word follows from the log: the same run gives the same words.
package struct Story {
  let record: LogIndex

  /// A story of a whole run.
  /// - Parameters:
  ///   - log: of a run that is over.
  ///   - prepared: the scenario of the run.
  /// - Complexity: O(entries of the log).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    record = LogIndex(log, of: prepared)
  }

  var names: StoryNames { record.names }
  var scenario: Scenario { record.prepared.scenario }

  /// Frames that were processed.
  package var frameCount: Int { record.frames.count }

  /// Every appearance of an item, in order.
  /// - Throws: `StoryError` if there is no such item, or it never appears.
  package func item(_ item: Int) throws(StoryError) -> [AppearanceExplanation] {
    let items = record.appearancesOfItem
    guard items.indices.contains(item) else { throw .noItem(item, count: items.count) }
    guard !items[item].isEmpty else { throw .neverAppears(item) }
    return items[item].map { tell(record.appearances[$0]) }
  }

  /// The work of a frame and what it showed.
  /// - Throws: `StoryError` if there is no such frame.
  package func frame(_ number: Int) throws(StoryError) -> FrameExplanation {
    guard record.frames.indices.contains(number) else {
      throw .noFrame(number, count: record.frames.count)
    }
    return tell(frame: number)
  }

  /// The appearance that was longest without its image, the first of equals; nil if every
  /// image was there at once.
  ///
  /// An item that was never shown its image, or not until the run ended, counts with its time on
  /// screen; a low variant is as good as the image.
  package var worstAppearance: AppearanceExplanation? { worstAppearances(atMost: 1).first }

  /// The frame that was latest, the first of equals; nil if all were on time.
  ///
  /// Frames that begin a launch are left out: these have a whole screen to make.
  package var worstHitch: FrameExplanation? {
    worstHitches(atMost: 1).first { !$0.beginsLaunch }
  }

  /// The latest of the frames that begin a launch; nil if all were on time.
  package var worstStart: FrameExplanation? {
    worst(hitches.filter { beginsLaunch($0.index) }, atMost: 1).first
  }

  /// The appearances that were longest without their image, the worst first.
  /// - Parameter count: how many at most.
  /// - Returns: that many, or all there are.
  /// - Complexity: O(*n* log *n*) in the appearances.
  package func worstAppearances(atMost count: Int) -> [AppearanceExplanation] {
    let waits = record.appearances.enumerated().compactMap { index, appearance in
      appearance.lateness == nil ? nil : (wait: wait(of: appearance), index: index)
    }
    return Self.worst(waits, atMost: count).map { tell(record.appearances[$0]) }
  }

  /// The frames that were latest, the worst first; those that begin a launch come last.
  /// - Parameter count: how many at most.
  /// - Returns: that many, or all there are.
  /// - Complexity: O(*n* log *n*) in the frames.
  package func worstHitches(atMost count: Int) -> [FrameExplanation] {
    let later = worst(hitches.filter { !beginsLaunch($0.index) }, atMost: count)
    return later
      + worst(hitches.filter { beginsLaunch($0.index) }, atMost: count - later.count)
  }

  private var hitches: [(wait: SimTime, index: Int)] {
    record.frames.changes.compactMap { number, frame in
      frame.delay > .zero ? (wait: frame.delay, index: number) : nil
    }
  }

  /// Whether a frame is the first of the app, or after a relaunch.
  func beginsLaunch(_ number: Int) -> Bool {
    number == 0
      || record.relaunches.contains { launch in
        number == record.frames.partitioningIndex { $0.start >= launch.time }
      }
  }

  private func worst(
    _ hitches: [(wait: SimTime, index: Int)], atMost count: Int
  ) -> [FrameExplanation] {
    Self.worst(hitches, atMost: count).map { tell(frame: $0) }
  }

  private static func worst(
    _ waits: [(wait: SimTime, index: Int)], atMost count: Int
  ) -> [Int] {
    waits.sorted { ($1.wait, $0.index) < ($0.wait, $1.index) }.prefix(count).map(\.index)
  }
}
