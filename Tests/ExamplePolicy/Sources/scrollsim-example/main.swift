import ScrollCaching
import ScrollSimCommands
import SecondNewest

ScrollSim.main(policies: .builtIn.adding(SecondNewestPolicy.descriptor))
