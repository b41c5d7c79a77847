// The page's own part: a connection that is restored automatically, and messages above the terminal
// while it is lost. textual.js, which draws the terminal, opens one WebSocket; it gets `Line` instead.
"use strict";

(() => {
  const ENDED = 4000, ELSEWHERE = 4001, IDLE = 4002, REFUSED = 4003, FULL = 4004,
        TROUBLE = 4005, NO_PLACE = 4006, TAKEN = 4007;
  const PING_MS = 3000;      // how often the server is asked whether it is there
  const DEAF_MS = 9000;      // after so long without a word from it, the line counts as lost
  const SOONEST_MS = 250, LATEST_MS = 4000, FULL_MS = 6000;
  const NARROW = 46, COLUMNS = 80, ROWS = 24, LARGEST = 17, SMALLEST = 9;
  const Native = window.WebSocket;
  const at = (id) => document.getElementById(id);
  let words = {}, line = null;
  let ended = null;     // how the session ended, once it has
  let stopped = false;  // whether the connection must not be restored automatically

  // Shows a message above the terminal; `button` is the key of a button's label, `does` its action.
  function say(word, button, does) {
    at("told").textContent = word ? words[word] + (word === "lost" ? " " + words.saved : "") : "";
    at("shade").hidden = !word;
    const go = at("go");
    go.hidden = !button;
    if (button) {
      go.textContent = words[button];
      go.onclick = does;
      go.focus();
    } else if (!word) {
      focus();
    }
  }

  function focus() {
    const area = document.querySelector(".xterm-helper-textarea");
    if (area) area.focus({ preventScroll: true });
  }

  // Looks like a single WebSocket to textual.js, but uses one after another.
  class Line extends EventTarget {
    constructor(url) {
      super();
      line = this;
      this.url = url;
      this.size = null;
      this.tries = 0;
      this.opened = false;
      this.connect();
      setInterval(() => this.beat(), PING_MS);
      window.addEventListener("online", () => { if (!this.up() && !stopped) this.connect(); });
      document.addEventListener("visibilitychange", () => { if (!document.hidden) this.beat(); });
    }

    up() { return this.native && this.native.readyState === Native.OPEN; }
    get readyState() { return this.native ? this.native.readyState : Native.CLOSED; }

    address() {
      if (!this.size) return this.url;
      return `${this.url.split("?")[0]}?width=${this.size.width}&height=${this.size.height}`;
    }

    connect() {
      clearTimeout(this.timer);
      this.drop();
      this.heard = Date.now();
      const native = this.native = new Native(this.address());
      native.binaryType = "arraybuffer";
      native.onopen = () => {
        if (this.opened) { if (this.size) this.send(JSON.stringify(["resize", this.size])); }
        else { this.opened = true; this.dispatchEvent(new Event("open")); }
        this.send(JSON.stringify([document.hasFocus() ? "focus" : "blur"]));
      };
      native.onmessage = (event) => {
        this.heard = Date.now();
        if (typeof event.data === "string") { this.told(JSON.parse(event.data)); return; }
        this.tries = 0;
        say("");
        this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      };
      native.onclose = (event) => this.lost(event.code);
    }

    // Abandon the present connection, without waiting for its close.
    drop() {
      if (!this.native) return;
      this.native.onopen = this.native.onmessage = this.native.onclose = null;
      this.native.close();
      this.native = null;
    }

    lost(code) {
      this.drop();
      const again = () => { stopped = false; this.tries = 0; say("connecting"); this.connect(); };
      stopped = [ENDED, ELSEWHERE, IDLE, REFUSED, TROUBLE, NO_PLACE, TAKEN].includes(code);
      if (code === ENDED && ended) say("over");
      else if (code === ENDED) say("closed", "again", again);
      else if (code === ELSEWHERE) say("elsewhere", "here", again);
      else if (code === IDLE) say("idle", "again", again);
      else if (code === REFUSED) say("refused");
      else if (code === NO_PLACE) say("no_place");
      else if (code === TAKEN) say("taken", "again", again);
      else if (code === TROUBLE) say("trouble", "again", again);
      else if (code === FULL) { say("full"); this.timer = setTimeout(() => this.connect(), FULL_MS); }
      else {
        say(this.opened ? "lost" : "connecting");
        const wait = Math.min(LATEST_MS, SOONEST_MS * 2 ** this.tries++);
        this.timer = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
      }
    }

    beat() {
      if (!this.native || stopped) return;
      if (Date.now() - this.heard > DEAF_MS) { this.lost(0); return; }
      if (this.up()) this.native.send(JSON.stringify(["ping", ""]));
    }

    told([kind, value]) {
      if (kind === "ended") { ended = value; finish(); }
    }

    // Keys pressed while the connection was lost are not sent later: the screen may have changed.
    send(data) {
      if (data.startsWith('["resize"')) this.size = JSON.parse(data)[1];
      if (this.up()) this.native.send(data);
    }
  }
  Object.assign(Line, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
  window.WebSocket = Line;

  // Shows how the session ended: below the terminal, until the window is closed.
  function finish() {
    const bar = at("end"), link = bar.querySelector("a");
    bar.querySelector("span").textContent = ended.code ? words.code : "";
    bar.querySelector("code").textContent = ended.code;
    link.hidden = !/^https?:\/\//i.test(ended.address || "");
    if (!link.hidden) { link.href = ended.address; link.textContent = words.finish; }
    if (bar.hidden && (ended.code || !link.hidden)) {
      bar.hidden = false;
      window.dispatchEvent(new Event("resize"));
    }
  }

  // Buttons for keys, for devices without a keyboard.
  const KEYS = [["Esc", "\x1b"], ["F1", "\x1bOP"], ["F6", "\x1b[17~"], ["⇤", "\x1b[Z"], ["⇥", "\t"],
                ["▲", "\x1b[5~"], ["▼", "\x1b[6~"], ["⏎", "\r"]];

  function keys() {
    const bar = at("keys");
    const button = (label, does, name) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = label;
      made.setAttribute("aria-label", name || label);
      made.tabIndex = -1;
      made.addEventListener("pointerdown", (event) => { event.preventDefault(); does(); });
      bar.append(made);
    };
    for (const [label, sent] of KEYS) {
      button(label, () => line && line.send(JSON.stringify(["stdin", sent])));
    }
    // The on-screen keyboard would hide half of the question: it appears only on request.
    button("⌨", () => {
      const area = document.querySelector(".xterm-helper-textarea");
      area.inputMode = area.inputMode === "none" ? "text" : "none";
      area.blur();
      area.focus();
    }, words.keyboard);
    bar.hidden = false;
  }

  // The largest letters with which a question fits.
  function letters(narrow) {
    const measure = document.createElement("canvas").getContext("2d");
    measure.font = "100px 'Roboto Mono', Monaco, 'Courier New', monospace";
    const wide = measure.measureText("MMMMMMMMMM").width / 1000;
    const box = at("terminal").getBoundingClientRect();
    const columns = narrow ? NARROW : COLUMNS;
    const fits = Math.min((box.width - 16) / (columns * wide), box.height / (ROWS * 1.32));
    return Math.max(SMALLEST, Math.min(LARGEST, Math.floor(fits * 2) / 2));
  }

  document.addEventListener("DOMContentLoaded", () => {
    words = JSON.parse(document.body.dataset.words);
    const coarse = matchMedia("(pointer: coarse)").matches;
    const narrow = window.innerWidth < 640;
    if (coarse) keys();
    const start = window.onload;
    window.onload = null;
    const load = new Promise((done) => window.addEventListener("load", done));
    const font = document.fonts.load("16px 'Roboto Mono'").catch(() => {});
    Promise.all([load, Promise.race([font, new Promise((done) => setTimeout(done, 4000))])])
      .then(() => {
        at("terminal").dataset.fontSize = letters(narrow);
        start(new Event("load"));
        // The terminal adapts to the size of its element, not to that of the window.
        new ResizeObserver(() => window.onresize && window.onresize()).observe(at("terminal"));
        const area = document.querySelector(".xterm-helper-textarea");
        if (coarse && area) area.inputMode = "none";
        focus();
        // A rotated phone gets letters of another size; the session continues where it is.
        if (coarse && screen.orientation) {
          screen.orientation.addEventListener("change", () => window.location.reload());
        }
      });
    for (const kind of ["copy", "cut", "contextmenu", "dragstart", "drop"]) {
      document.addEventListener(kind, (event) => {
        if (event.target.closest && event.target.closest("#end")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      }, true);
    }
    document.addEventListener("pointerup", (event) => {
      if (!event.target.closest("#end, #shade, #keys")) focus();
    });
  });
})();
