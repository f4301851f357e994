import ArgumentParser

/// The unit of a capacity.
enum CapacityUnit: String, ExpressibleByArgument, CaseIterable {
  case items, bytes
}
