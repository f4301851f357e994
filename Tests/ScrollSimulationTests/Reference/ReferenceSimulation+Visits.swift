import ScrollCore
import ScrollSimulation

/// First and later visits of images, and answers to taps.
extension ReferenceSimulation {
  func addVisits(_ figures: inout Figures) {
    var seen: Set<Int> = []
    let isReturn = records.appearances.map { !seen.insert($0.image).inserted }
    for (name, isLater) in [("first", false), ("later", true)] {
      let visits = zip(records.appearances, isReturn).filter { $0.1 == isLater }.map { $0.0 }
      let whose = Set(visits.map(ObjectIdentifier.init))
      figures.add("\(name) visits", visits.count)
      figures.add("\(name) visits' requests", visits.reduce(0) { $0 + $1.requests })
      figures.add("\(name) visits' hits", visits.reduce(0) { $0 + $1.hits })
      let times = percentiles(of: visits)
      figures.add("\(name) visits' p50", times[0])
      figures.add("\(name) visits' p95", times[1])
      var stall = 0.0
      for (index, frame) in records.frames.enumerated() where isPresented(index) {
        let seconds = (screenTime(close(index + 1)) - presentation(index)).seconds
        let flaws = frame.sights.filter {
          ($0.sight == .blank || $0.sight == .wrong)
            && whose.contains(ObjectIdentifier($0.appearance))
        }
        stall += flaws.reduce(0) { $0 + $1.area } * seconds
      }
      figures.add("\(name) visits' stall", stall)
    }
  }

  func addTaps(_ figures: inout Figures) {
    let answers = records.taps.map { tap -> SimTime? in
      guard let frame = records.frames.firstIndex(where: { $0.start >= tap.time }),
        !records.launches[tap.launches...].contains(where: { $0.frame <= frame }),
        isPresented(frame)
      else { return nil }
      return presentation(frame) - screenTime(tap.time)
    }
    figures.add("taps", answers.count)
    figures.add("unanswered taps", answers.count { $0 == nil })
    figures.add("slowest answer", answers.compactMap { $0 }.max() ?? .zero)
  }
}
