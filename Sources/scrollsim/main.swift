import ScrollSimCommands

ScrollSim.main()
