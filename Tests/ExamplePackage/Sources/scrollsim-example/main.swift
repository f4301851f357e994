import ExampleAdditions
import ScrollSimCommands

ScrollSim.main(
  policies: .builtIn.adding(SecondNewestPolicy.descriptor),
  prefetchers: .builtIn.adding(UnhurriedPrefetch.descriptor),
  loaders: .builtIn.adding(FeedAppLoader.descriptor))
