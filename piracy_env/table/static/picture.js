// The picture of a position, and what of it can be chosen: see drawing/picks.py for `data-pick`.

import { el, shape } from "./page.js";

const CLOSEST = 6;
const CLOSE = 2.6;      // as close as a tap or a key comes
const FINGER = 18;      // within so many pixels a finger may mean something else

function read(words) {
  return words.split(" ").map((word) => {
    const [block, where] = word.split(":");
    const at = where ? where.split(",").map((pair) => pair.split("=")) : [];
    return { block, at: at.map(([axis, value]) => [axis, Number(value)]) };
  });
}

export function fits(action, words) {
  return read(words).some((pick) =>
    pick.block === action.block && pick.at.every(([axis, value]) => action.at[axis] === value));
}

export class Picture {
  // `chosen(words)` is called with the picks of an element that was clicked, `looked(words)` with
  // those of one that is pointed at, or "" when none is.
  constructor(host, chosen = () => {}, looked = () => {}) {
    this.host = host;
    this.zoom = 1;
    document.getElementById("turn").append(
      el("button", { id: "near", title: "closer, or whole (z)", onclick: () => this.closer() }, "closer"));
    host.addEventListener("click", (event) => {
      const element = event.target.closest?.("[data-pick]");
      if (event.target.closest?.("svg") && event.pointerType === "touch" && this.comesCloser(event)) return;
      if (element) chosen(element.dataset.pick);
      else if (event.target.closest?.("svg")) chosen("");
    });
    host.addEventListener("keydown", (event) => {
      const element = event.target.closest?.("[data-pick]");
      if (element && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        chosen(element.dataset.pick);
      }
    });
    const point = (event) => looked(event.target.closest?.(".can, .picked")?.dataset.pick ?? "");
    host.addEventListener("mouseover", point);
    host.addEventListener("focusin", point);
    host.addEventListener("mouseleave", () => looked(""));
    host.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoomTo(this.zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    this.pinched();
    addEventListener("resize", () => this.fit());
  }

  show(markup) {
    const drawn = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    if (drawn.nodeName !== "svg") return;
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    const old = this.host.querySelector("svg"), at = [this.host.scrollLeft, this.host.scrollTop];
    if (old) old.replaceWith(document.adoptNode(drawn));
    else this.host.prepend(document.adoptNode(drawn));
    this.fit();
    [this.host.scrollLeft, this.host.scrollTop] = at;
  }

  // --- near and far -----------------------------------------------------------------------------------

  fit() {
    const svg = this.host.querySelector("svg"), box = svg?.viewBox.baseVal;
    if (!svg) return;
    this.host.classList.toggle("near", this.zoom > 1);
    document.getElementById("near").textContent = this.zoom > 1 ? "whole" : "closer";
    if (this.zoom === 1) { svg.style.width = svg.style.height = ""; return; }
    const whole = Math.min(this.host.clientWidth, box.height ? this.host.clientHeight * box.width / box.height : Infinity);
    const width = Math.max(whole, innerWidth <= 860 ? this.host.clientWidth : 0) * this.zoom;
    svg.style.width = `${width}px`;
    svg.style.height = `${width * box.height / box.width}px`;
  }

  // Come nearer or go farther; what lies at a point of the screen stays there.
  zoomTo(zoom, x, y) {
    const svg = this.host.querySelector("svg");
    if (!svg) return;
    const before = svg.getBoundingClientRect();
    const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.zoom = zoom < 1.05 ? 1 : Math.min(CLOSEST, zoom);
    this.fit();
    const after = svg.getBoundingClientRect();
    this.host.scrollLeft += after.left + across * after.width - x;
    this.host.scrollTop += after.top + down * after.height - y;
  }

  // Closer to what can be chosen, or back to the whole.
  closer() {
    const box = this.host.getBoundingClientRect();
    const aim = (this.host.querySelector(".can") ?? this.host).getBoundingClientRect();
    if (this.zoom > 1) this.zoomTo(1, box.left, box.top);
    else this.zoomTo(CLOSE, aim.left + aim.width / 2, aim.top + aim.height / 2);
    this.follow();
  }

  // A tap that may mean several small things comes closer first.
  comesCloser(event) {
    if (this.zoom >= CLOSE / 1.3) return false;
    const near = this.elements().filter((element) => {
      const box = (element.querySelector(":scope > .hit") ?? element).getBoundingClientRect();
      const [x, y] = [event.clientX, event.clientY];
      return element.classList.contains("can") && Math.min(box.width, box.height) < 2 * FINGER
        && x > box.left - FINGER && x < box.right + FINGER && y > box.top - FINGER && y < box.bottom + FINGER;
    });
    if (near.length < 2) return false;
    this.zoomTo(CLOSE, event.clientX, event.clientY);
    return true;
  }

  // If nothing that can be chosen is in sight, show something that is.
  follow() {
    const box = this.host.getBoundingClientRect(), can = [...this.host.querySelectorAll(".can")];
    const seen = (element) => {
      const own = element.getBoundingClientRect();
      return own.right > box.left && own.left < box.right && own.bottom > box.top && own.top < box.bottom;
    };
    if (this.zoom > 1 && can.length && !can.some(seen)) {
      const aim = can[0].getBoundingClientRect();
      this.host.scrollLeft += aim.left + aim.width / 2 - box.left - box.width / 2;
      this.host.scrollTop += aim.top + aim.height / 2 - box.top - box.height / 2;
    }
  }

  pinched() {
    let start = null;
    const gap = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    this.host.addEventListener("touchstart", (event) => {
      if (event.touches.length === 2) start = { gap: gap(event.touches), zoom: this.zoom };
    }, { passive: true });
    this.host.addEventListener("touchmove", (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const [one, two] = event.touches;
      this.zoomTo(start.zoom * gap(event.touches) / start.gap, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    }, { passive: false });
    this.host.addEventListener("touchend", (event) => { if (event.touches.length < 2) start = null; });
  }

  // --- what can be chosen -----------------------------------------------------------------------------

  elements() { return [...this.host.querySelectorAll("[data-pick]")]; }

  // Let glow what some action that is left is about.
  mark(left, picks) {
    for (const element of this.elements()) {
      const words = element.dataset.pick;
      const isPicked = picks.includes(words);
      const can = !isPicked && left.some((action) => fits(action, words));
      element.classList.toggle("picked", isPicked);
      element.classList.toggle("can", can);
      element.classList.toggle("bare", !element.querySelector(":scope > .hit"));
      if (can || isPicked) {
        element.setAttribute("tabindex", "0");
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", words);
      } else {
        element.removeAttribute("tabindex");
        element.removeAttribute("role");
      }
    }
  }

  // The picks of all elements that are about an action.
  about(action) {
    return [...new Set(this.elements().map((element) => element.dataset.pick))]
      .filter((words) => fits(action, words));
  }

  light(action) {
    for (const element of this.elements()) {
      element.classList.toggle("lit", Boolean(action) && fits(action, element.dataset.pick));
    }
  }

  // Write shares upon what glows: how much of an opinion speaks for it.
  tell(shares) {
    const svg = this.host.querySelector("svg");
    svg?.querySelector("#shares")?.remove();
    if (!svg || !shares) return;
    const layer = shape("g", { id: "shares", "pointer-events": "none" });
    const home = svg.getScreenCTM().inverse();
    for (const element of this.elements()) {
      if (!element.classList.contains("can")) continue;
      const share = shares(element.dataset.pick);
      if (share < 0.005) continue;
      const box = element.getBBox();
      const corner = new DOMPoint(box.x + box.width / 2, box.y)
        .matrixTransform(home.multiply(element.getScreenCTM()));
      const tag = shape("text", {
        x: corner.x, y: corner.y + 18, "text-anchor": "middle", "font-size": 24, "font-weight": 700,
        fill: "#7a1408", stroke: "#fff6d8", "stroke-width": 6, "paint-order": "stroke",
      });
      tag.textContent = `${Math.round(100 * share)}%`;
      layer.append(tag);
    }
    svg.append(layer);
  }
}
