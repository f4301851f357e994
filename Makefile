# What contributors run. Each target is one command.
.DEFAULT_GOAL := help
.PHONY: help build test lint docs site release gate nightly

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 16

build: ## Build scrollsim, scrollsim-lab and scrollsim-bench in release mode
	.ci/install sqlite && swift build -c release

test: ## Run every test in release mode
	.ci/install sqlite && swift test -c release --disable-testable-imports

lint: ## Check the format
	swift format lint --strict --parallel --recursive Package.swift Sources Tests

docs: ## Build the documentation as a site; a warning is an error
	.ci/release/docs

site: ## Build the site that GitHub Pages serves: the studio, and the documentation below it
	.ci/release/site

release: ## Build what a release ships: programs, archive, wheel, bundle, formula: ten minutes
	.ci/release/program
	.ci/release/package .build-release/bin .build-release/files
	.ci/release/assemble .build-release/files

gate: ## Run what must pass before a change lands: 25 minutes
	.ci/run

nightly: ## Run what takes too long for the gate: an hour
	.ci/nightly
