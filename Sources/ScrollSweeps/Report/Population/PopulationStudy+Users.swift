import ScrollCore

extension PopulationStudy {
  /// Users on one device, over one network, with the sessions of one kind.
  struct Users: Sendable {
    var device: Int, network: Int
    /// Those of the kind; each is as frequent as the others.
    var traces: [Int]
    /// What the file calls them; nil where it says nothing of sessions.
    var session: String?
    /// Of all, from 0 to 1.
    var share: Double
  }

  /// The groups of the population, as far as the sweep has what they name.
  /// - Throws: `PopulationProblem` for a name that the sweep does not have, and for something of
  ///   which the sweep has several and the population no shares.
  func users() throws(PopulationProblem) -> [Users] {
    var users: [Users] = []
    for group in population.groups where group.share > 0 {
      let device = try place(
        of: group.device, "device", among: devices.map(\.name))
      let network = try place(of: group.network, "network", among: networks)
      users.append(
        Users(
          device: device, network: network, traces: try traces(of: group.session),
          session: group.session?.name, share: group.share))
    }
    return users
  }

  /// Devices and networks of the sweep that no user has.
  func unused(_ users: [Users]) -> [String] {
    let (devices, networks) = (Set(users.map(\.device)), Set(users.map(\.network)))
    return self.devices.indices.filter { !devices.contains($0) }.map { self.devices[$0].name }
      + self.networks.indices.filter { !networks.contains($0) }.map { self.networks[$0] }
  }

  private func place(
    of named: Population.Named?, _ noun: String, among names: [String]
  ) throws(PopulationProblem) -> Int {
    guard let named else {
      guard names.count == 1 else { throw unsaid(noun, names) }
      return 0
    }
    guard let place = names.firstIndex(of: named.name) else {
      throw unknown(named, noun, names)
    }
    return place
  }

  private func traces(of named: Population.Named?) throws(PopulationProblem) -> [Int] {
    let sources = traces.map { TraceRecord.shortName(of: $0.source) }
    guard let named else {
      guard Set(sources).count == 1 else { throw unsaid("session", sources) }
      return Array(traces.indices)
    }
    let found = traces.indices.filter { index in
      let trace = traces[index]
      let file = trace.path.split(separator: "/").last.map(String.init) ?? trace.path
      return [trace.path, file, trace.name, trace.source, sources[index]].contains(named.name)
    }
    guard !found.isEmpty else { throw unknown(named, "session", sources) }
    return found
  }

  private func unknown(
    _ named: Population.Named, _ noun: String, _ names: [String]
  ) -> PopulationProblem {
    PopulationProblem(
      description: "\(named.place): the sweep has no \(noun) '\(named.name)'; expected one of "
        + Self.list(names))
  }

  private func unsaid(_ noun: String, _ names: [String]) -> PopulationProblem {
    PopulationProblem(
      description: "\(population.file): the sweep has \(Set(names).count) \(noun)s, "
        + "\(Self.list(names)), of which nothing is said; expected their shares under \(noun)s")
  }

  private static func list(_ names: [String]) -> String {
    Words.list(Set(names).sorted(), atMost: 12)
  }
}

extension TraceRecord {
  /// `photo-grid` for `Traces/photo-grid.scroll`.
  fileprivate static func shortName(of source: String) -> String {
    let file = source.split(separator: "/").last.map(String.init) ?? source
    return file.hasSuffix(".scroll") ? String(file.dropLast(7)) : file
  }
}
