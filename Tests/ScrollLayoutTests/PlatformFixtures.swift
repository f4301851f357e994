import Testing

/// Figures of other platforms' flings, computed apart from this package from the constants of their
/// sources.
enum PlatformFixtures {
  /// A fling without edges: positions by milliseconds.
  struct Fling: Sendable, CustomTestStringConvertible {
    var velocity: Double, duration: Double, distance: Double
    var positions: [(Double, Double)]
    var testDescription: String { "\(velocity) a second" }
  }

  /// On a screen of some density: velocity and lengths in its pixels, cut to whole milliseconds.
  struct AndroidFling: Sendable, CustomTestStringConvertible {
    var density: Double
    var fling: Fling
    var testDescription: String { "\(fling.velocity) px/s at \(density)" }
  }

  static let android: [AndroidFling] = [
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 500, duration: 0.333, distance: 58.32229635721352,
        positions: [(100, 38.43006733045241), (250, 56.64564471928117), (500, 58.32229635721352)])),
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 1000, duration: 0.555, distance: 194.31362127989584,
        positions: [(100, 88.7584743424028), (250, 159.48064155269316), (500, 193.51402233317256)])),
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 2000, duration: 0.924, distance: 647.3987783959533,
        positions: [(100, 190.68265226208524), (250, 398.8195536228478), (500, 572.984331760441)])),
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 4000, duration: 1.54, distance: 2156.9521246523973,
        positions: [(100, 392.81478900505084), (250, 904.9266670716659), (500, 1490.4624220777278)])
    ),
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 8000, duration: 2.566, distance: 7186.362753988743,
        positions: [(100, 794.8395270207268), (250, 1921.8285201680421), (500, 3491.1654401275864)])
    ),
    AndroidFling(
      density: 1.0,
      fling: Fling(
        velocity: 16000, duration: 4.275, distance: 23942.95591527759,
        positions: [(100, 1596.1191510123617), (250, 3940.877143619764), (500, 7564.135452116466)])),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 500, duration: 0.2, distance: 35.01031198918392,
        positions: [(100, 30.053240605762543), (250, 35.01031198918392), (500, 35.01031198918392)])),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 1000, duration: 0.333, distance: 116.64459271442703,
        positions: [(100, 76.86013466090482), (250, 113.29128943856234), (500, 116.64459271442703)])
    ),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 2000, duration: 0.555, distance: 388.6272425597917,
        positions: [(100, 177.5169486848056), (250, 318.9612831053863), (500, 387.0280446663451)])),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 4000, duration: 0.924, distance: 1294.7975567919066,
        positions: [(100, 381.3653045241705), (250, 797.6391072456956), (500, 1145.968663520882)])),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 8000, duration: 1.54, distance: 4313.904249304795,
        positions: [(100, 785.6295780101017), (250, 1809.8533341433317), (500, 2980.9248441554555)])
    ),
    AndroidFling(
      density: 2.0,
      fling: Fling(
        velocity: 16000, duration: 2.566, distance: 14372.725507977486,
        positions: [(100, 1589.6790540414536), (250, 3843.6570403360843), (500, 6982.330880255173)])
    ),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 500, duration: 0.163, distance: 28.657828745883435,
        positions: [(100, 26.45896740566609), (250, 28.657828745883435), (500, 28.657828745883435)])
    ),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 1000, duration: 0.272, distance: 95.47989070123371,
        positions: [(100, 70.81077677232216), (250, 95.22096901967552), (500, 95.47989070123371)])),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 2000, duration: 0.454, distance: 318.11235977286174,
        positions: [
          (100, 169.61268033396496), (250, 283.34085223475915), (500, 318.11235977286174),
        ])),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 4000, duration: 0.757, distance: 1059.8616388963994,
        positions: [(100, 373.0221729622544), (250, 739.8204283725357), (500, 999.4258639324779)])),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 8000, duration: 1.261, distance: 3531.1633109956,
        positions: [(100, 778.7669949565418), (250, 1738.6774289876369), (500, 2725.152450723468)])),
    AndroidFling(
      density: 2.625,
      fling: Fling(
        velocity: 16000, duration: 2.1, distance: 11764.851062922802,
        positions: [(100, 1584.478312147016), (250, 3776.657219005526), (500, 6636.331254212906)])),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 500, duration: 0.132, distance: 23.18755400744742,
        positions: [(100, 22.559818235020526), (250, 23.18755400744742), (500, 23.18755400744742)])),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 1000, duration: 0.22, distance: 77.25446131637091,
        positions: [(100, 63.66344949350608), (250, 77.25446131637091), (500, 77.25446131637091)])),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 2000, duration: 0.367, distance: 257.3903134140734,
        positions: [(100, 159.29736274574773), (250, 244.65071159985243), (500, 257.3903134140734)])
    ),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 4000, duration: 0.612, distance: 857.5527200699803,
        positions: [(100, 361.7115943225154), (250, 671.8290308496898), (500, 844.8482248676163)])),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 8000, duration: 1.02, distance: 2857.1264316243396,
        positions: [(100, 768.5381919458712), (250, 1644.935570013441), (500, 2432.733974966037)])),
    AndroidFling(
      density: 3.5,
      fling: Fling(
        velocity: 16000, duration: 1.699, distance: 9519.148217056882,
        positions: [
          (100, 1576.7003172133523), (250, 3677.2656555133476), (500, 6192.6171730884835),
        ])),
  ]

  static let chromiumFixed: [Fling] = [
    Fling(
      velocity: 200, duration: 0.20848631823234975, distance: 18.19440731809027,
      positions: [(100, 13.893737568352662), (250, 18.19440731809027), (500, 18.19440731809027)]),
    Fling(
      velocity: 500, duration: 0.3683145577593775, distance: 71.7850312005221,
      positions: [(100, 38.96933238153997), (250, 66.60294226529822), (500, 71.7850312005221)]),
    Fling(
      velocity: 1000, duration: 0.5186412144117581, distance: 181.06398139144767,
      positions: [(100, 80.76199040351912), (250, 148.15275049840784), (500, 180.95082191362962)]),
    Fling(
      velocity: 2000, duration: 0.6853808660109116, distance: 422.6550315866634,
      positions: [(100, 164.34730644747742), (250, 311.25236696462525), (500, 408.72456074778347)]),
    Fling(
      velocity: 4000, duration: 0.8617990106235703, distance: 932.8516512538272,
      positions: [(100, 331.517938535394), (250, 637.4515998970619), (500, 864.2720384160939)]),
    Fling(
      velocity: 8000, duration: 1.0435066159794757, distance: 1982.6790242136917,
      positions: [(100, 665.8592027112259), (250, 1289.8500657619338), (500, 1775.3669937527116)]),
    Fling(
      velocity: 16000, duration: 1.227984365931678, distance: 4113.111013384076,
      positions: [(100, 1334.5417310628923), (250, 2594.64699749168), (500, 3597.55690442595)]),
    Fling(
      velocity: 30000, duration: 1.3001069583748117, distance: 5437.515116673046,
      positions: [(100, 1747.970919767622), (250, 3401.3693418591893), (500, 4724.1700048050125)]),
  ]

  /// In a viewport of 844 px at 160 px per inch.
  static let chromium: [Fling] = [
    Fling(
      velocity: 500, duration: 0.21739130434782608, distance: 28.348270982256246,
      positions: [(100, 23.60469880382804), (250, 28.348270982256246), (500, 28.348270982256246)]),
    Fling(
      velocity: 1000, duration: 0.43478260869565216, distance: 113.39308392902498,
      positions: [(100, 64.84605438710157), (250, 102.73043227438492), (500, 113.39308392902498)]),
    Fling(
      velocity: 2000, duration: 0.8695652173913043, distance: 453.57233571609993,
      positions: [(100, 157.3325178760179), (250, 297.4894439489257), (500, 410.9217290975397)]),
    Fling(
      velocity: 4000, duration: 1.7391304347826086, distance: 1814.2893428643997,
      positions: [(100, 351.93431064625315), (250, 747.1334119055604), (500, 1189.957775795703)]),
    Fling(
      velocity: 8000, duration: 2.0, distance: 2532,
      positions: [(100, 642.0443454755818), (250, 1258.132251224443), (500, 1856.1357532376353)]),
  ]

  static let flutter: [Fling] = [
    Fling(
      velocity: 500, duration: 0.2750714902987817, distance: 58.322296357213496,
      positions: [(100, 38.227467332439716), (250, 58.116859298294955), (500, 58.322296357213496)]),
    Fling(
      velocity: 1000, duration: 0.45823073446423984, distance: 194.31362127989584,
      positions: [(100, 85.58069568672107), (250, 164.0635607131348), (500, 194.31362127989584)]),
    Fling(
      velocity: 2000, duration: 0.7633484872589379, distance: 647.3987783959532,
      positions: [(100, 182.4917410023854), (250, 393.4016575284301), (500, 594.7692095819349)]),
    Fling(
      velocity: 4000, duration: 1.2716321040355332, distance: 2156.9521246523973,
      positions: [(100, 378.8416212014423), (250, 869.7301439414462), (500, 1492.8638644027071)]),
    Fling(
      velocity: 8000, duration: 2.118361711595706, distance: 7186.362753988744,
      positions: [(100, 774.4993981696794), (250, 1842.0140005817454), (500, 3377.656201707164)]),
  ]
}
