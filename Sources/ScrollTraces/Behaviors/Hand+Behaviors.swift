import ScrollCore
import ScrollLayout

extension Hand {
  /// Follows a plan to its end.
  mutating func follow(_ plan: BehaviorPlan) {
    look(.look)
    for part in plan.parts {
      let end = time + (part.duration ?? .zero)
      repeat { act(part.behavior) } while time < end
    }
    finish()
  }

  /// Does something once.
  private mutating func act(_ behavior: Behavior) {
    switch behavior {
    case .browse: browse()
    case .read: read()
    case .search: search()
    case .scrub: scrub()
    case .doomScroll: doomScroll()
    case .carousel: turnPage()
    case .flickAndCatch: flickAndCatch()
    case .scrollToTop:
      scrollToTop()
      direction = .forward
      look(.look)
    case .rotate:
      rotate()
      look(.look)
    }
  }

  private mutating func browse() {
    turn(withChance: Distribution.turning)
    for flick in 0..<Int(draw(.flicks)) {
      if flick > 0 { wait(milliseconds: draw(.gap)) }
      self.flick(direction.sign * draw(.flick))
    }
    look(.look)
  }

  private mutating func read() {
    turn(withChance: Distribution.turning)
    let points = direction.sign * draw(.readingDrag) * screen
    // As fast as a thumb that is in no hurry: 500 pt/s.
    drag(by: points, milliseconds: max(200, abs(points) * 2))
    look(.readingLook)
  }

  private mutating func search() {
    turn(withChance: 0)
    let (home, way) = (offset, direction)
    let screens = draw(.searched)
    let room = way == .forward ? lastOffset - home : home
    let target = home + way.sign * min(screens * screen, room)
    go(to: target)
    look(.found)
    go(to: home)
    direction = way
    look(.look)
  }

  /// Hard flicks until a place is near, then drags.
  private mutating func go(to target: Double) {
    for _ in 0..<40 where abs(target - offset) > 1.5 * screen {
      flick((target > offset ? 1 : -1) * draw(.hardFlick))
      // Catches what would fly past it.
      while abs(target - offset) > screen / 2, isFlying { wait(milliseconds: 10) }
    }
    for _ in 0..<8 where abs(target - offset) > 1 {
      drag(by: min(max(target - offset, -0.6 * screen), 0.6 * screen), milliseconds: 350)
      wait(milliseconds: 120)
    }
  }

  private mutating func scrub() {
    // The thumb of the scroll bar moves content faster than a finger does.
    let target = (random.unit() * lastOffset).rounded()
    direction = target < offset ? .backward : .forward
    drag(by: target - offset, milliseconds: draw(.scrubbing))
    look(.look)
  }

  private mutating func doomScroll() {
    guard lastOffset - offset > screen else {
      // The end of the feed: whoever pulls at it sees it bounce.
      flick(draw(.flick))
      return look(.postLook)
    }
    direction = .forward
    flick(draw(.flick))
    look(.postLook)
  }

  private mutating func turnPage() {
    turn(withChance: 0)
    let isBack = random.chance(Distribution.turningPage)
    let page = player.page ?? screen
    flick((isBack ? -1 : 1) * direction.sign * draw(.pageFlick) * page)
    look(.pageLook)
  }

  private mutating func flickAndCatch() {
    turn(withChance: Distribution.turning)
    flick(direction.sign * draw(.hardFlick))
    wait(milliseconds: draw(.flight))
    for way in [-1.0, 1] {
      drag(by: way * direction.sign * draw(.nudge) * screen, milliseconds: 250)
      wait(milliseconds: 150)
    }
    look(.look)
  }

  /// Turns round by chance, and where less than a screen is left ahead.
  private mutating func turn(withChance chance: Double) {
    if chance > 0, random.chance(chance) { direction = direction.reversed }
    let left = direction == .forward ? lastOffset - offset : offset
    if left < screen { direction = direction.reversed }
  }
}

extension ScrollDirection {
  fileprivate var reversed: ScrollDirection { self == .forward ? .backward : .forward }
}
