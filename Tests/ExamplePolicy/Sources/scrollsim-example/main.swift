import ScrollSimCommands

ScrollSim.main(policies: .builtIn.adding(SecondNewestPolicy.descriptor))
