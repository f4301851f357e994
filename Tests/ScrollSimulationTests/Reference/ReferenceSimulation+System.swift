import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The actions of the system and the user on the app, and its launches.
extension ReferenceSimulation {
  func happen(_ event: SystemEvent) {
    switch event {
    case .memoryPressure(.normal): pressureChanged(to: .normal)
    case .memoryPressure(.warning): pressureChanged(to: .warning)
    case .memoryPressure(.critical): pressureChanged(to: .critical)
    case .background:
      guard !isInBackground else { return }
      isInBackground = true
      records.backgrounds.append((now, end))
      events.removeAll { if case .frame = $0.event { true } else { false } }
      deliverPressure()
      model?.didEnterBackground(at: now)
      followRemovals()
      disk?.didEnterBackground(at: now)
      planForBackground()
    case .foreground: comeBack()
    case .tap: if !isInBackground { records.taps.append((now, records.launches.count)) }
    case .relaunch: relaunch()
    case .offline: if network.isOnline { goOffline() }
    case .online: if !network.isOnline { goOnline() }
    case .change(let image): versions[Int(image.index)] += 1
    case .beginAccess(let image): beginAccess(Int(image.index))
    case .endAccess(let image): endAccess(Int(image.index))
    case .useContent(let image):
      if accessIndex(Int(image.index)) == nil { records.accessErrors += 1 }
    case .rotate, .insert: break
    case .externalPressure(let bytes): otherProcessesChanged(by: Int(bytes))
    }
  }

  private func comeBack() {
    guard isInBackground else { return }
    isInBackground = false
    context.isAfterForeground = true
    records.backgrounds[records.backgrounds.count - 1].to = now
    let index = firstVsync(max(now, free))
    schedule(.frame(index), at: vsync(index))
  }

  /// Ends the process: memory and all work in flight are lost, and every visible item appears anew.
  private func relaunch() {
    comeBack()
    isInStep = true
    for item in ordered(appearances.map(\.item), at: lastFrame ?? now) {
      guard let index = appearances.firstIndex(where: { $0.item == item }) else { continue }
      let appearance = appearances.remove(at: index)
      end(appearance)
      updatePins()
    }
    for load in loads {
      load.fetched?.come(to: .unfinished)
      if load.stage == .transfers { records.wastedBytes += network.cancel(load.slot, at: now) }
    }
    (appearances, pool, loads, finished, lateHits) = ([], [], [], [], [])
    (masks, writes, busyLanes, isFlashBusy) = ([], [], 0, false)
    (diskJobs, isDiskBusy) = ([], false)
    (planned, pressure, assets, preparedItems, failures) = ([], [], [], [], [:])
    accessed = []
    updatePins()
    model?.removeAll(because: .removed)
    followRemovals()
    for key in history.keys { history[key] = .killed }
    (evictedAt, wanted) = ([:], [])
    events.removeAll {
      if case .system = $0.event { false } else { true }
    }
    expectNetwork()
    (lastFrame, shown) = (nil, nil)
    // The memory that was touched ends with the process: the next one preloads into new pages.
    heap = (0, [])
    startPlanner()
    isInStep = false
    settle()
    warningWasAnswered()
    launch()
  }

  /// Loads some images before the first frame.
  func launch() {
    settle()
    doom = nil
    records.launches.append((now, .zero, records.frames.count))
    var (time, keys) = (SimTime.zero, [ImageID]())
    let end = endIfBlocked(isLaunch: true)
    // Without a cache nothing could be kept.
    for item in 0..<placement.count where model != nil && loader.preload > keys.count {
      let (rendition, key) = (rendition(of: item, isLow: false), key(of: item, isLow: false))
      guard records.death == nil, doom == nil, now + time <= end else { break }
      guard !keys.contains(key), !costs[rendition].isRemote else { continue }
      keys.append(key)
      time += preload(rendition, key)
      if let death = records.death {
        records.death = nil
        doom = (now + time, death.reason)
      }
    }
    records.launches[records.launches.count - 1].preloading = time
    free = now + time
    watch(until: free, isLaunch: true)
    let index = firstVsync(free)
    schedule(.frame(index), at: vsync(index))
  }

  /// Returns the time at which the process ends if its main thread is blocked for ever.
  ///
  /// This is 20 s of the foreground after its launch, or 10 s after now once it has had a frame or
  /// another launch.
  func endIfBlocked(isLaunch: Bool) -> SimTime {
    let launch = records.launches[records.launches.count - 1].time
    let allowed =
      isLaunch
      ? screenTime(launch) + SimTime(seconds: 20) - screenTime(now) : SimTime(seconds: 10)
    var (left, since, isAway) = (allowed, now, isInBackground)
    let ahead = events.compactMap { entry -> (SimTime, Int, SystemEvent)? in
      guard case .system(let event) = entry.event else { return nil }
      return (entry.time, entry.sequence, event)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    for (time, _, event) in ahead {
      if !isAway, since + left < time { return since + left }
      switch event {
      case .relaunch: return time
      case .background where !isAway: (left, isAway) = (left - (time - since), true)
      case .foreground where isAway: (since, isAway) = (time, false)
      default: break
      }
    }
    return isAway ? .never : since + left
  }

  /// Reads and decodes on the main thread, and offers the result to the cache.
  private func preload(_ rendition: Int, _ key: ImageID) -> SimTime {
    let bytes = costs[rendition].original
    let load = Load(
      rendition, key, starter: nil, source: .flash, bytes: bytes,
      version: version(of: rendition), frame: -1)
    let fetched = Fetched(wasIssued: true)
    fetched.bytes = bytes.bytes
    records.fetched.append(fetched)
    load.fetched = fetched
    history[key] = .askedLate
    var time = SimTime.zero
    if !isInPages(load) {
      records.bytesRead += bytes.bytes
      time = bytes.read
    }
    noteRead(load)
    let picture = newPicture(load)
    arriving.append(picture)
    settle()
    if !cachesFiles {
      let more = extraOnMain(picture, of: rendition, bytes, scratch: scratch(rendition))
      time += costs[rendition].whole(bytes) + more
      picture.decode = costs[rendition].whole(bytes) + more
      records.mainDecodes.append(picture.decode)
      picture.isDecoded = true
      settle()
    }
    store(picture, as: .prefetched, from: load)
    arriving.removeLast()
    settle()
    return time
  }
}
