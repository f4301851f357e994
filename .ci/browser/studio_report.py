"""The studio within a report: the same page in a frame, under a policy as strict as its own."""
import re

from browser import printed, require, wait
from studio_page import DEVICE, Studio

TRACE = "Traces/photo-grid.scroll"

# Attributes of a report that stand in for styles, and how many of them have the style they stand for.
MOVED = """const rules=new Map([...document.styleSheets].flatMap(s=>[...s.cssRules])
  .filter(r=>r.selectorText?.startsWith('[data-style=')).map(r=>[r.selectorText.match(/"(\\d+)"/)[1],r.style]));
const all=[...document.querySelectorAll('[data-style]')];
return [all.length,all.filter(e=>{const rule=rules.get(e.dataset.style),now=getComputedStyle(e);
  const plain=document.createElementNS('http://www.w3.org/2000/svg','path');e.parentElement.append(plain);
  for(const name of rule)plain.style.setProperty(name,rule.getPropertyValue(name));
  const same=[...rule].every(name=>now.getPropertyValue(name)===getComputedStyle(plain).getPropertyValue(name));
  plain.remove();return same}).length]"""


class Report(Studio):
    def made(self):
        store, file = self.command.folder / "sweep.sqlite", self.command.folder / "report.html"
        printed("sweep", "--trace", TRACE, "--policy", "lru,distance", "--device", DEVICE, "--store", store)
        printed("report", store, "--read", "Traces", "--interactive", "--output", file)
        return file

    def forbids_what_is_not_in_it(self):
        self.file = self.made()
        self.browser.emulate(color_scheme="light")
        self.browser.phone(False)
        self.browser.driver.get("about:blank")
        self.browser.open(self.file.as_uri())
        policy = self.browser.run("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
        for part, allowed in [("default-src", r"'none'"), ("script-src", r"'wasm-unsafe-eval'( 'sha256-[^']+')+"),
                ("style-src", r"('sha256-[^']+' ?)+"), ("worker-src", r"blob:"), ("img-src", r"data:")]:
            require(re.search(rf"(^|; ){part} {allowed}(;|$)", policy), f"the report's policy is '{policy}'")
        require(' style="' not in self.file.read_text(), "the report has attributes with styles")
        count, styled = self.browser.run(MOVED)
        require(count == styled > 0, f"{styled} of {count} parts of the report have their styles")
        self.browser.is_silent("the report")
        print(f"        {count} parts with styles of their own; {self.file.stat().st_size / 1e6:.2f} MB")

    def embeds_it(self):
        # A report scrolls smoothly to the target of a link.
        self.browser.run("document.getElementById('studio-open').scrollIntoView({block:'center',behavior:'instant'})")
        self.page.click("studio-open")
        self.browser.driver.switch_to.frame(
            wait(lambda: self.browser.driver.find_elements("css selector", "#studio-place iframe"))[0])
        try:
            self.page.settle(60)
            self.command_prints("as the report has it")
            self.has_no_link_but_files()
        finally:
            self.browser.driver.switch_to.default_content()
        self.browser.is_silent("the studio in a report")

    def has_no_link_but_files(self):
        self.page.put("budget-a", "20")
        self.page.tap("copy-link")
        require(wait(lambda: self.page.get("copy-dialog", "open")),
            "a frame without an address says nothing of its link")
        self.page.saved("copy-save", "session.json")
        self.page.tap("copy-close")
        self.command_prints("another budget")
        # The trace of the command, saved from its dialog.
        self.page.tap("copy-command")
        wait(lambda: self.page.get("copy-dialog", "open"))
        self.page.saved("copy-save", "session.scroll")
        self.page.tap("copy-close")
        # Not by a pointer: the report around the frame would still be gliding to where it is.
        self.page.tap("event-pressure")
        self.page.settle()
        self.trace()
        self.command_prints("memory pressure in a report")

    def check(self, checks):
        if checks.all("report", self.forbids_what_is_not_in_it):
            checks.all("report", self.embeds_it)
