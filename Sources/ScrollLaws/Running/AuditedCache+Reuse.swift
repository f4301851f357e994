import ScrollCaching
package import ScrollCore

extension AuditedCache: ReusableCache {
  package func isInUse(_ image: ImageID) -> Bool {
    contains(image) || pins.contains(image) || policy.remembers(image)
  }

  package func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    policy.didMeasure(image, decode: decode, reload: reload)
  }

  package func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    policy.didPlace(image, at: items)
  }
}
