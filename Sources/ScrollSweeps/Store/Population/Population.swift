/// Who the users of an app are: shares of them by device, network and kind of session.
///
/// The shares of a file are independent of each other (every device has the same networks and
/// sessions) unless it gives groups, each with a share of its own.
package struct Population: Sendable {
  /// A device, network or kind of session that a file names.
  package struct Named: Sendable, Equatable {
    package let name: String
    /// For error messages: `users.yml:3: devices.iphone-8`.
    package let place: String

    package init(_ name: String, place: String) {
      self.name = name
      self.place = place
    }
  }

  /// Users who are alike; what is nil, the file says nothing of.
  package struct Group: Sendable, Equatable {
    package var device: Named?
    package var network: Named?
    package var session: Named?
    /// Of all users, from 0 to 1.
    package var share: Double

    package init(
      device: Named? = nil, network: Named? = nil, session: Named? = nil, share: Double
    ) {
      self.device = device
      self.network = network
      self.session = session
      self.share = share
    }
  }

  /// What a user's runs must keep to.
  package struct Limit: Sendable {
    /// As it may be written: `stallSeconds <= 1 s`.
    package let text: String
    /// Whether a run keeps it; nil where the run lacks the figure.
    package let isKept: @Sendable (RunRecord) -> Bool?

    package init(_ text: String, isKept: @escaping @Sendable (RunRecord) -> Bool?) {
      self.text = text
      self.isKept = isKept
    }
  }

  package let title: String
  /// Their shares sum to 1.
  package let groups: [Group]
  /// Whether the shares were multiplied.
  package let isIndependent: Bool
  package let limits: [Limit]
  /// What the population was read from.
  package let file: String

  package init(
    title: String, groups: [Group], isIndependent: Bool, limits: [Limit] = [], file: String
  ) {
    self.title = title
    self.groups = groups
    self.isIndependent = isIndependent
    self.limits = limits
    self.file = file
  }

  /// How far from 1 the sum of shares may be: decimals that were rounded to three places.
  package static let tolerance = 0.001

  /// Every combination of shares that do not depend on each other.
  ///
  /// - Parameters: of each kind a name and its share; empty is a kind that nothing is said of.
  package static func product(
    devices: [(Named, Double)], networks: [(Named, Double)], sessions: [(Named, Double)]
  ) -> [Group] {
    var groups: [Group] = []
    for device in Self.orNone(devices) {
      for network in Self.orNone(networks) {
        for session in Self.orNone(sessions) {
          groups.append(
            Group(
              device: device.0, network: network.0, session: session.0,
              share: device.1 * network.1 * session.1))
        }
      }
    }
    return groups
  }

  private static func orNone(_ shares: [(Named, Double)]) -> [(Named?, Double)] {
    shares.isEmpty ? [(nil, 1)] : shares.map { ($0.0, $0.1) }
  }
}
