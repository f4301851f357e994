import ScrollDevice
import ScrollTraces
import Testing

@Suite struct DecodeCalibrationTests {
  private func names(_ parts: [PlantedReadings]) -> [String] {
    let readings = parts.enumerated().flatMap { index, part in
      part.readings.map { reading in
        var reading = reading
        reading.file += "-\(index)"
        return reading
      }
    }
    return DecodeCalibration(readings).fits.map(\.name)
  }

  @Test func `fits list the measured formats in the usual order`() {
    #expect(
      names([PlantedReadings(seed: 1, format: .webp), PlantedReadings(seed: 2, format: .png)])
        == ["png", "webp"])
  }

  @Test func `photos and graphics have separate fits if all files state their content`() {
    let photos = PlantedReadings(seed: 1, content: .photo)
    let graphics = PlantedReadings(seed: 2, content: .graphic)
    #expect(names([graphics, photos]) == ["jpeg, photo", "jpeg, graphic"])
    #expect(names([graphics, photos, PlantedReadings(seed: 3)]) == ["jpeg"])
    #expect(names([graphics, PlantedReadings(seed: 3, files: 2, content: .photo)]) == ["jpeg"])
  }

  @Test func `files of only one kind of content are a concern`() {
    let fit = DecodeCalibration(PlantedReadings(seed: 1, content: .photo).readings).fits[0]
    #expect(fit.content == nil && fit.onlyContent == .photo)
    #expect(fit.concerns.contains { $0.contains("all files are photos") }, "\(fit.concerns)")
  }

  @Test func `only the order of the files affects the fit, not the order of the readings`() {
    let readings = PlantedReadings(seed: 4).readings
    let fits = [readings, readings.reversed()].map { DecodeCalibration($0).fits[0] }
    #expect(abs(fits[0].perMegapixel - fits[1].perMegapixel) < 1e-6)
    #expect(fits[0].jobSpread == fits[1].jobSpread)
    #expect(fits[0].files[0].name == fits[1].files[59].name)
  }
}
