/// The users of an app, as shares by device, network and kind of session.
///
/// The shares of a file are independent of each other (every device has the same networks and
/// sessions), unless the file lists groups, each with its own share.
package struct Population: Sendable {
  /// A device, network or kind of session that a file names.
  package struct Named: Sendable, Equatable {
    package let name: String
    /// The place for error messages: `users.yml:3: devices.iphone-8`.
    package let place: String

    package init(_ name: String, place: String) {
      self.name = name
      self.place = place
    }
  }

  /// A group of users with the same device, network and session; `nil` for a property that the file
  /// does not state.
  package struct Group: Sendable, Equatable {
    package var device: Named?
    package var network: Named?
    package var session: Named?
    /// The share of all users, from 0 to 1.
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

  package let title: String
  /// The groups; their shares sum to 1.
  package let groups: [Group]
  /// A Boolean value that indicates whether the shares are independent and were multiplied.
  package let isIndependent: Bool
  /// The limits that a user's runs must keep.
  package let limits: [Limit]
  /// The file that the population was read from.
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

  /// The largest deviation from 1 that the sum of shares may have.
  ///
  /// It allows for shares that were rounded to three decimals.
  package static let tolerance = 0.001

  /// Returns every combination of independent shares.
  ///
  /// - Parameters: For each kind, names with their shares; empty for a kind that the file does not
  ///   state.
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
