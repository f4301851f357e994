"use strict";
// Links, commands and files: they export a session from the page, and import it.

class Share {
  constructor(studio) {
    this.studio = studio;
    this.dialog = Page.find("copy-dialog");
    Page.find("copy-close").addEventListener("click", () => this.dialog.close());
    Page.find("copy-save").addEventListener("click", () => this.save?.());
    Page.find("copy-link").addEventListener("click", () => this.link());
    Page.find("copy-command").addEventListener("click", () => this.command());
    Page.find("save-session").addEventListener("click", () => this.saveSession());
    Page.find("save-trace").addEventListener("click", () => this.saveTrace());
    Page.find("open-session").addEventListener("click", () => Page.find("session-file").click());
    Page.find("session-file").addEventListener("change", ({ target }) => this.openFile(target));
    const menu = Page.find("files");
    addEventListener("click", ({ target }) => { if (!target.closest("#files > summary, #files > div")) menu.open = false; });
    menu.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      menu.open = false;
      menu.querySelector("summary").focus();
    });
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.own) this.read();
    });
  }

  get text() {
    const { setting, time, fingerprint, scroll } = this.studio;
    const live = scroll && { samples: scroll.samples.values, count: scroll.samples.count, end: scroll.seconds };
    return Session.text({ setting, time, scene: fingerprint, live });
  }

  async link() {
    if (location.protocol === "about:") {
      this.offer("Here a session has no link", "This studio is part of another page. Save the session as a file. Files, Open a session reads it, in any studio.",
        "", () => this.saveSession());
      return;
    }
    const packed = await Session.packed(this.text);
    if (packed.length + 1 > Session.longestLink) {
      this.offer("This session is too long for a link",
        `A link would have ${Words.whole((packed.length + 1) / 1000)} kB; the limit is 32 kB. Save the session as a file. Files, Open a session reads it.`,
        "", () => this.saveSession());
      return;
    }
    this.own = packed;
    location.replace(`#${packed}`);
    await this.copy("Link", "It holds all settings, events, and the scroll if you made one.", location.href);
  }

  async command() {
    const { studio } = this;
    const failed = studio.sides.find(({ error }) => error !== "");
    if (failed) {
      this.offer("No command", `${failed.name.toUpperCase()} cannot run with these settings: ${failed.error}`, "");
      return;
    }
    const trace = `the trace that you can save here, as ${Share.fileName}: the scroll${studio.setting.events.length > 0 ? " with the events" : ""} of this session.`;
    await this.copy(
      "Command", studio.isLive ? `Once the scroll has ended, it prints the figures for ${trace}`
        : studio.isOwn ? `It prints these figures for ${trace}`
        : "It prints these figures. You can save the trace here, too.",
      studio.command, () => this.saveTrace());
  }

  // Copies a text; shows it if copying is not allowed, or if it can be saved, too.
  async copy(title, words, text, save) {
    let isCopied = false;
    try {
      await navigator.clipboard.writeText(text);
      isCopied = true;
    } catch {
      // The text is shown, to be copied by hand.
    }
    if (isCopied && !save) Page.say(`${title} copied.`, true);
    else this.offer(isCopied ? `${title} copied` : title, words, text, save);
  }

  offer(title, words, text, save) {
    Page.text(Page.find("copy-title"), title);
    Page.text(Page.find("copy-text"), words);
    const area = Page.find("copy-area");
    area.value = text;
    area.hidden = text === "";
    this.save = save;
    Page.find("copy-save").hidden = !save;
    if (!this.dialog.open) this.dialog.showModal();
    if (text !== "") area.select();
  }

  saveSession() {
    Session.save("session.json", this.text, "application/json");
  }

  async saveTrace() {
    // A side that waits for the end has no scroll yet; a side that cannot run may have another one.
    const { sides } = this.studio;
    const side = sides.find(({ isWaiting, error }) => !isWaiting && error === "");
    if (!side) {
      Page.say(
        sides.some(({ isWaiting }) => isWaiting) ? "The trace can be saved once the scroll has ended."
          : "The trace can be saved once one of the sides can run.", true);
      return;
    }
    const { text, message } = await side.question("trace");
    if (text === undefined) Page.say(message ?? "The trace cannot be written.", true);
    else Session.save(Share.fileName, text);
  }

  async openFile(field) {
    const file = field.files[0];
    field.value = "";
    Page.find("files").open = false;
    if (!file) return;
    if (file.size > Session.largest) this.refuse(new SessionError("it holds more than a session can"), "This file");
    else this.take(await file.text(), "This file");
  }

  // Restores the session in the address; returns true if there is a valid one.
  async read() {
    const packed = location.hash.slice(1);
    if (packed === "" || /^(stage|figures)$/.test(packed)) return false;
    try {
      return await this.take(await Session.unpacked(packed), "This link");
    } catch (error) {
      return this.refuse(error, "This link");
    }
  }

  async take(text, what) {
    const { studio } = this;
    try {
      await studio.guide?.leave();
      const { view } = studio.sides[0].places;
      const session = Session.read(
        text, studio.standard, studio.fingerprint, Math.max(0, view.contentLength - view.extent));
      const notes = [];
      if (session.faults.length > 0) notes.push(Setting.fault(what, session.faults));
      if (!session.isHere) {
        notes.push(`${what} was made on the page of another scroll; its settings are used on this one.`);
      }
      Page.notice(notes.join(" "));
      studio.take(session);
      return true;
    } catch (error) {
      return this.refuse(error, what);
    }
  }

  refuse(error, what) {
    const reason = error instanceof SessionError ? error.message : "it is damaged";
    Page.notice(`${what} cannot be opened: ${reason}. The page has not changed.`);
    return false;
  }
}
Share.fileName = "session.scroll";
