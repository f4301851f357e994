package import ScrollCaching

/// A bug that a reference has on request, so that tests can see the laws catch it.
///
/// Each stands where such a bug would be made. Without one, a reference is the policy of the
/// catalog, eviction for eviction.
package protocol PlantedBug: Sendable {
  /// The reference with this bug, under the name of the policy that it spoils.
  var descriptor: PolicyDescriptor { get }
}
