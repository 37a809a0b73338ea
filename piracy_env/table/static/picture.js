// The picture of a position, and what of it can be chosen: see drawing/picks.py for `data-pick`.

const SVG = "http://www.w3.org/2000/svg";

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
  constructor(host, chosen, looked) {
    this.host = host;
    this.chosen = chosen;
    host.addEventListener("click", (event) => {
      const element = event.target.closest?.("[data-pick]");
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
  }

  show(markup) {
    const drawn = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    if (drawn.nodeName !== "svg") return;
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    this.host.querySelector("svg")?.remove();
    this.host.prepend(document.adoptNode(drawn));
  }

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
    const layer = document.createElementNS(SVG, "g");
    layer.id = "shares";
    layer.setAttribute("pointer-events", "none");
    const home = svg.getScreenCTM().inverse();
    for (const element of this.elements()) {
      if (!element.classList.contains("can")) continue;
      const share = shares(element.dataset.pick);
      if (share < 0.005) continue;
      const box = element.getBBox();
      const corner = new DOMPoint(box.x + box.width / 2, box.y)
        .matrixTransform(home.multiply(element.getScreenCTM()));
      const tag = document.createElementNS(SVG, "text");
      const words = `${Math.round(100 * share)}%`;
      for (const [name, value] of Object.entries({
        x: corner.x, y: corner.y + 18, "text-anchor": "middle", "font-size": 24, "font-weight": 700,
        fill: "#7a1408", stroke: "#fff6d8", "stroke-width": 6, "paint-order": "stroke",
      })) tag.setAttribute(name, value);
      tag.textContent = words;
      layer.append(tag);
    }
    svg.append(layer);
  }
}
