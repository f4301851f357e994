public import ScrollCore

/// The score by which a spatial policy ranks an image for eviction; the highest score is evicted
/// first.
///
/// The function takes the image, its charge, and the current viewport.
public typealias SpatialScore = (_ image: ImageID, _ charge: Int, _ viewport: Viewport) -> Double
