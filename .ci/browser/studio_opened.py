"""A check of the studio: the page that it opens, and what it asks again and again."""


class Opened:
    def __init__(self, page, command, file, pictures):
        self.page = page
        self.browser = page.browser
        self.require = page.require
        self.command = command
        self.file = file
        self.pictures = pictures

    def opened(self):
        self.browser.emulate(color_scheme="light")
        self.browser.phone(False)
        self.page.open(self.file)

    def picture(self, name):
        if self.pictures:
            self.browser.driver.save_screenshot(str(self.pictures / f"studio-{name}.png"))

    def figures(self):
        return self.page.state()["figures"]

    # The checks

    def no_violations(self, what):
        found = self.browser.violations()
        self.require(not found, f"{what}: axe-core finds {len(found)} mistakes: {'; '.join(found[:3])}")
