public import ScrollCore

/// How much a spatial policy wants to be rid of an image: the highest score leaves first.
///
/// Takes the image, what it is charged, and the viewport of the moment.
public typealias SpatialScore = (_ image: ImageID, _ charge: Int, _ viewport: Viewport) -> Double
