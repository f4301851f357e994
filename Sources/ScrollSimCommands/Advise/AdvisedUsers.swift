import ScrollCore
import ScrollSweeps

/// The devices and networks of an advice, with their shares of all sessions.
struct AdvisedUsers {
  private(set) var sessions: [AdvisedSession] = []
  /// The limits of the population.
  private(set) var limits: [Limit] = []

  /// Combines devices and networks that are equally frequent.
  /// - Throws: `CommandError` for a name that does not exist, and a file that cannot be read.
  init(devices: [String], networks: [String]) throws(CommandError) {
    let share = 1 / Double(devices.count * networks.count)
    for device in devices {
      for network in networks { try add(device, network, share) }
    }
  }

  /// Reads a population.
  /// - Parameters:
  ///   - path: The path of the population.
  ///   - scroll: The path of the scroll, which a population of several sessions must name.
  ///   - devices: The devices if the population names none.
  ///   - networks: The networks if the population names none.
  /// - Throws: `CommandError` for a file that cannot be read, and for a population without a user
  ///   who scrolls this trace.
  init(
    population path: String, scroll: String, devices: [String], networks: [String]
  ) throws(CommandError) {
    let population: Population
    do { population = try Population.load(path: path) } catch { throw CommandError(error) }
    let groups = try Self.groups(of: population, with: scroll)
    let whole = groups.reduce(0) { $0 + $1.share }
    for group in groups where group.share > 0 {
      let names = (
        group.device.map { [$0.name] } ?? devices, group.network.map { [$0.name] } ?? networks
      )
      let share = group.share / whole / Double(names.0.count * names.1.count)
      for device in names.0 {
        for network in names.1 { try add(device, network, share) }
      }
    }
    limits = population.limits
  }

  /// Returns the groups of users whose session is the scroll, and the groups that name no session.
  private static func groups(
    of population: Population, with scroll: String
  ) throws(CommandError) -> [Population.Group] {
    let file = scroll.split(separator: "/").last.map(String.init) ?? scroll
    let name = file.split(separator: ".").dropLast().joined(separator: ".")
    let found = population.groups.filter { group in
      group.session.map { [scroll, file, name].contains($0.name) } ?? true
    }
    guard found.contains(where: { $0.share > 0 }) else {
      let names = Set(population.groups.compactMap(\.session?.name)).sorted()
      throw CommandError(
        .badData,
        "\(population.file): no user scrolls '\(name)'; expected one of \(Phrase.list(names, atMost: 12))"
      )
    }
    return found
  }

  private mutating func add(
    _ device: String, _ network: String, _ share: Double
  ) throws(CommandError) {
    if let place = sessions.firstIndex(where: {
      $0.deviceText == device && $0.networkText == network
    }) {
      sessions[place].share += share
      return
    }
    sessions.append(
      AdvisedSession(
        device: try DeviceInput.find(device), deviceText: device,
        network: try NetworkInput.find(network), networkText: network, share: share))
  }
}
