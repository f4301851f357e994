"""The studio within a report: the same page in a frame, under a policy as strict as its own."""
from browser import wait
from checks import scrollsim
from studio_page import PLAIN, Page

# Attributes of a report that stand in for styles, and how many of them have the style they stand for.
MOVED = """const rules=new Map([...document.styleSheets].flatMap(s=>[...s.cssRules])
  .filter(r=>r.selectorText?.startsWith('[data-style='))
  .map(r=>[r.selectorText.match(/"(\\d+)"/)[1],r.style]));
const all=[...document.querySelectorAll('[data-style]')];
return [all.length,all.filter(e=>{const rule=rules.get(e.dataset.style);
  const plain=document.createElementNS('http://www.w3.org/2000/svg','path');e.parentElement.append(plain);
  for(const name of rule)plain.style.setProperty(name,rule.getPropertyValue(name));
  const style=(element,name)=>getComputedStyle(element).getPropertyValue(name);
  const same=[...rule].every(name=>style(e,name)===style(plain,name));
  plain.remove();return same}).length]"""


class Report(Page):
    def has_its_styles_under_its_policy(self):
        store, file = self.folder / "sweep.sqlite", self.folder / "report.html"
        scrollsim("sweep", "--trace", "Traces/photo-grid.scroll", *PLAIN, "--store", store)
        scrollsim("report", store, "--read", "Traces", "--interactive", "--output", file)
        self.emulate(color_scheme="light")
        self.desk()
        self.allow_downloads(self.folder)
        self.browser.open(file.as_uri())
        count, styled = self.run(MOVED)
        assert count == styled > 0
        self.is_silent()

    def embeds_the_studio(self):
        # A report scrolls smoothly to the target of a link.
        self.run("document.getElementById('studio-open').scrollIntoView({block:'center',behavior:'instant'})")
        self.click("studio-open")
        frames = wait(lambda: self.driver.find_elements("css selector", "#studio-place iframe"))
        self.driver.switch_to.frame(frames[0])
        self.settle()
        self.command_prints_the_same()
        self.put("budget-a", "20")
        # A frame has no address, so that it offers a file in place of a link.
        self._saved_from_dialog("copy-link", "session.json")
        self.command_prints_the_same()
        self._saved_from_dialog("copy-command", "session.scroll")
        self.happens("pressure")
        self.saved("save-trace")
        self.command_prints_the_same()
        self.driver.switch_to.default_content()
        self.is_silent()

    def _saved_from_dialog(self, button, name):
        self.tap(button)
        self.until("document.getElementById('copy-dialog').open")
        self.saved("copy-save", name)
        self.tap("copy-close")
