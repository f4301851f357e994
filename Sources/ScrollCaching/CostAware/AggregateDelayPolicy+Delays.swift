import BasicContainers
import ScrollCore

extension AggregateDelayPolicy {
  private func load(of image: ImageID) -> Double {
    loads.isEmpty ? load : loads[Int(image.index)]
  }

  /// Notes how long the image takes to load that is asked for or stored, if that was measured.
  mutating func applyMeasured(to image: ImageID) {
    if let measured, measured.image == image { loads[Int(image.index)] = measured.load }
  }

  /// Counts what a request of now would wait.
  mutating func ask(_ image: ImageID) {
    let (index, load) = (Int(image.index), load(of: image))
    let spent = Double(now - delays[index].windowStart)
    if delays[index].windows == 0 || spent >= load {
      delays[index].windows += 1
      delays[index].windowStart = now
      delays[index].sum += load
    } else {
      delays[index].sum += load - spent
    }
    numbers += 1
    (delays[index].lastUse, delays[index].number) = (now, numbers)
  }

  /// Remembers the delays of an image that is not resident, as the newest of those.
  mutating func remember(_ image: ImageID) {
    if isAbsent[Int(image.index)] {
      absent.moveToNewest(image)
    } else {
      isAbsent[Int(image.index)] = true
      absent.append(image)
      absentCount += 1
    }
    while Double(absentCount) > retained * Double(mostResidents), let oldest = absent.oldest() {
      forget(oldest)
      lose(oldest)
    }
  }

  /// Begins anew with an image of which nothing is remembered.
  mutating func lose(_ image: ImageID) {
    delays[Int(image.index)] = Delays()
    if measuresLoads { loads[Int(image.index)] = load }
  }

  /// Takes an image off the list of those remembered, if it is there.
  mutating func forget(_ image: ImageID) {
    guard isAbsent[Int(image.index)] else { return }
    isAbsent[Int(image.index)] = false
    absent.remove(image)
    absentCount -= 1
  }

  private func rank(of image: ImageID) -> Rank {
    let delays = delays[Int(image.index)]
    let mean = delays.windows == 0 ? load(of: image) : delays.sum / Double(delays.windows)
    return Rank(
      priority: mean / Double(max(1, now - delays.lastUse)), number: delays.number)
  }

  /// Draws the candidates of an eviction.
  mutating func draw(sparing pins: borrowing PinSet) {
    candidates.removeAll()
    if residents.count > Self.mostRanked {
      for _ in 0..<samples {
        let image = residents[random.below(residents.count)]
        if !pins.contains(image) { candidates.append(image, rank: rank(of: image)) }
      }
    }
    guard candidates.isEmpty else { return }
    for number in 0..<residents.count where !pins.contains(residents[number]) {
      candidates.append(residents[number], rank: rank(of: residents[number]))
    }
  }
}

extension AggregateDelayPolicy {
  static let descriptor = PolicyDescriptor(
    "aggregate-delay", "Evicts the image whose misses delay other requests least; age counts too.",
    settings: [
      Setting(
        "fetchRequests", .number(1...1e9), standard: "1",
        "Requests that an image takes to load, where time counts requests."),
      Setting(
        "retained", .number(0...1e9), standard: "4",
        "Images whose delays are remembered after they left, for every one resident."),
      Setting(
        "samples", .integer(1...4096), standard: "64",
        "How many residents are drawn when one of more than 4096 must leave."),
      PrefetchStanding.setting,
    ],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Atre, Sherry, Wang, Berger, SIGCOMM 2020; not checked against an implementation by its \
        authors. Loads take their time in a simulation, fetchRequests in a replay.
        """, drawsAtRandom: true, claims: [.standard, .reusesIDs])
  ) {
    let counts = $0.clock == .requests
    var policy = AggregateDelayPolicy(
      imageCount: $0.imageCount, load: counts ? $0.settings.number("fetchRequests") : 1e6,
      loads: counts ? [] : $0.reloadMilliseconds.map { $0 * 1e6 },
      retained: $0.settings.number("retained"), samples: $0.settings.integer("samples"),
      seed: $0.seed, prefetchedCountsAs: PrefetchStanding($0.settings))
    policy.random = $0.random
    policy.measuresTime = !counts
    return policy
  }
}
