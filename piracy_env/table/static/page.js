// What all pages need: elements, requests, and words of errors.

export const $ = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export class Refused extends Error {
  constructor(words, status) { super(words); this.status = status; }
}

export async function ask(path, headers, body) {
  const options = body === undefined
    ? { headers }
    : { method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, options);
  const text = await answer.text();
  let value = null;
  try { value = JSON.parse(text); } catch { value = { error: text }; }
  if (!answer.ok) throw new Refused(value.error ?? answer.statusText, answer.status);
  return value;
}

let fading = 0;
export function toast(words) {
  $("toast")?.remove();
  document.body.append(el("div", { id: "toast", class: "error", role: "alert" }, String(words)));
  clearTimeout(fading);
  fading = setTimeout(() => $("toast")?.remove(), 6000);
}

export function badge(seat) {
  const made = el("span", { class: "badge" }, seat.letter);
  made.style.background = seat.colour.fill;
  made.style.color = seat.colour.ink;
  return made;
}

// What stands in a story: who did what, and what came of it.
export function storyLine(line, seats) {
  return line.seat < 0 ? el("div", { class: "line news" }, line.words)
    : el("div", { class: "line" }, badge(seats[line.seat]), line.words);
}

// What somebody thinks of some actions, as bars; the one that was taken is marked.
export function bars(choices, taken = null) {
  return choices.map((choice) => {
    const bar = el("i");
    bar.style.width = `${Math.max(1, 100 * choice.share)}%`;
    const words = `${choice.words}${choice.value === null ? "" : ` (${choice.value.toFixed(2)})`}`;
    return el("div", { class: "bar" }, el("span", {}, `${(100 * choice.share).toFixed(0)}%`),
      el("div", {}, choice.words === taken ? el("b", {}, `▸ ${words}`) : words, bar));
  });
}

export function placings(results, seats) {
  return el("table", {}, ...results.rows.map((row) => el("tr", {}, el("td", {}, row.place),
    el("td", {}, badge(seats[row.seat])), el("td", {}, row.name), el("td", {}, String(row.score)))));
}

export function shape(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function remembered(key, fallback) {
  try { return JSON.parse(localStorage.getItem(key)) ?? fallback; } catch { return fallback; }
}

export function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window keeps nothing */ }
}

// A token comes behind the # of a link. It is kept for this window and for this browser, and taken
// out of the address, which histories keep and people show each other.
export function token(key) {
  addEventListener("hashchange", () => location.reload());  // another link to the same page was opened
  const given = location.hash.slice(1);
  if (given && keep(key, given)) history.replaceState(null, "", location.pathname + location.search);
  let own = null;
  try { own = sessionStorage.getItem(key); } catch { /* as above */ }
  return given || own || remembered(key, "");
}

export function keep(key, given) {
  remember(key, given);
  try { sessionStorage.setItem(key, given); return true; } catch { return false; }
}
