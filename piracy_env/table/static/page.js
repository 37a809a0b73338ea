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

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

export function remembered(key, fallback) {
  try { return JSON.parse(localStorage.getItem(key)) ?? fallback; } catch { return fallback; }
}

export function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window keeps nothing */ }
}
