import ExampleAdditions
import ScrollSimCommands

ScrollSim.main(
  policies: .builtIn.adding(SecondNewestPolicy.descriptor).adding(FoundPolicy.descriptor)
    .adding(EveryFigurePolicy.descriptor),
  prefetchers: .builtIn.adding(UnhurriedPrefetch.descriptor),
  loaders: .builtIn.adding(FeedAppLoader.descriptor))
