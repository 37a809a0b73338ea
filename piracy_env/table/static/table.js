// A table: asks for news, draws it, and sends what was chosen.

import { $, ask, badge, bars, el, pause, placings, remember, remembered, storyLine, toast, token } from "./page.js";
import { Picture, fits } from "./picture.js";

const key = location.pathname.split("/").pop();
const own = token(`token-${key}`);
const base = `/api/tables/${key}`;
const headers = { "x-token": own };
const MOST_LISTED = 250;
const MOST_AT_ONCE = 12;
const MOST_LAID_OUT = 40;
const pointer = { x: 40, y: 40 };
addEventListener("pointerdown", (event) => { pointer.x = event.clientX; pointer.y = event.clientY; }, true);

let about = null;      // what stays as it is
let now = null;        // what is to be seen
let seat = null;       // through whose eyes, if the link is of several seats
let picks = [];        // what was clicked
let opinions = [];     // of agents, on the present position
let hinting = 0;
let chapters = false;  // whether the rules were opened once

const picture = new Picture($("stage"), choose, look);

// --- choosing ---------------------------------------------------------------------------------------

const left = () => now.legal.filter((action) => picks.every((words) => fits(action, words)));

function choose(words) {
  if (!now || !now.legal.length) return;
  if (!words || picks.includes(words)) {
    picks = words ? picks.filter((other) => other !== words) : [];
  } else {
    const narrowed = [...picks, words];
    const some = (chosen) => now.legal.some((action) => chosen.every((each) => fits(action, each)));
    if (some(narrowed)) picks = narrowed;
    else if (some([words])) picks = [words];
    else { why({ pick: words }, $("popup")); return; }
    const found = left();
    if (found.length === 1) { act(found[0].id); return; }
  }
  drawChoices();
  drawMenu();
}

// Actions that no further click tells apart are asked about where the click was.
function alike() {
  const found = left();
  const about = new Map(found.map((action) => [action, picture.about(action)]));
  return found.filter((action) => found.some((other) => other !== action &&
    about.get(action).every((words) => about.get(other).includes(words))));
}

function drawMenu() {
  const found = picks.length ? alike() : [];
  $("popup").hidden = !found.length || found.length > MOST_AT_ONCE;
  if ($("popup").hidden) return;
  $("popup").replaceChildren(...found.map((action) => button(action, "act")));
  place();
}

function place() {
  const box = $("popup").getBoundingClientRect();
  $("popup").style.left = `${Math.max(4, Math.min(pointer.x + 12, innerWidth - box.width - 8))}px`;
  $("popup").style.top = `${Math.max(4, Math.min(pointer.y + 12, innerHeight - box.height - 8))}px`;
}

function look(words) {
  if (!now) return;
  const found = words ? left().filter((action) => fits(action, words)) : picks.length ? left() : [];
  const shown = found.slice(0, 3).map((action) => action.words);
  if (found.length > 3) shown.push(`… and ${found.length - 3} more`);
  $("hover").textContent = shown.join("\n");
}

// While it is on its way nothing else can be chosen: a second click means the same as the first.
async function act(action) {
  picks = [];
  const wanted = now, { legal } = now;
  wanted.legal = [];
  drawChoices();
  try {
    await ask(`${base}/act`, headers, { action, seat: wanted.viewer, version: wanted.version });
  } catch (error) {
    toast(error.message);
    wanted.legal = legal;
    drawChoices();
  }
}

// --- drawing ----------------------------------------------------------------------------------------

function draw() {
  picks = [];
  opinions = [];
  hinting += 1;
  picture.show(now.svg);
  drawTurn();
  drawChoices();
  if (now.legal.length) picture.follow();
  drawStory();
  drawThoughts();
  drawResults();
  document.body.dataset.version = now.version;
  document.body.dataset.over = now.over;
}

function drawTurn() {
  const own = now.legal.length > 0;
  const mover = about.seats[now.mover];
  const words = now.over ? "The game is over"
    : own ? `Your turn${now.asks ? `: ${now.asks}` : ""}`
    : mover ? `${mover.letter} ${mover.name} is to move` : "…";
  $("whose").textContent = now.trouble || words;
  document.title = `${own ? "▶ " : ""}${about.title}`;
  $("hint").disabled = !own;
  $("hint").textContent = "hint";
  $("undo").hidden = !about.undo;
}

function drawChoices() {
  $("popup").hidden = true;
  const found = left();
  const words = $("find").value.toLowerCase().split(" ").filter(Boolean);
  const listed = found.filter((action) =>
    words.every((word) => `${action.block} ${action.label} ${action.words}`.toLowerCase().includes(word)));
  picture.mark(found, picks);
  picture.tell(opinions.length ? shareOf : null);
  $("commands").replaceChildren(...now.legal
    .filter((action) => about.blocks[action.block].size === 1)
    .map((action) => button(action, "main")));
  const rows = [];
  let block = "";
  for (const action of listed.slice(0, MOST_LISTED)) {
    if (about.blocks[action.block].size === 1 && !words.length) continue;
    if (action.block !== block) {
      block = action.block;
      rows.push(el("div", { class: "block" }, block.replaceAll("_", " ")));
    }
    rows.push(button(action, "act"));
  }
  if (listed.length > MOST_LISTED) rows.push(el("p", { class: "faded" }, `and ${listed.length - MOST_LISTED} more: find them by words`));
  if (now.legal.length && words.length) {
    rows.push(el("button", { class: "why", onclick: () => why({ find: $("find").value }, $("reasons")) },
      listed.length ? "why, or why not?" : "why not?"));
  }
  $("menu").replaceChildren(...rows);
  $("reasons").replaceChildren();
  drawTray(found);
  $("find").hidden = !now.legal.length;
  look("");
}

function button(action, kind, words = action.words) {
  const share = opinions.length ? best().get(action.id) : undefined;
  return el("button", {
    class: kind, "data-id": action.id, title: action.label,
    onclick: () => act(action.id),
    onmouseenter: () => picture.light(action), onmouseleave: () => picture.light(null),
    onfocus: () => picture.light(action), onblur: () => picture.light(null),
  }, words, share === undefined ? null : el("span", { class: "share" }, `${Math.round(100 * share)}%`));
}

// What the picture has nothing for: numbers as numbers, others in words, below it.
function drawTray(found) {
  const missing = new Map();
  for (const action of found) {
    if (about.blocks[action.block].size === 1 || picture.about(action).length) continue;
    missing.set(action.block, [...(missing.get(action.block) ?? []), action]);
  }
  const rows = [...missing].filter(([, actions]) => actions.length <= MOST_LAID_OUT).map(([block, actions]) => {
    const numbers = numbered(actions.map((action) => action.words));
    const head = numbers ? numbers.words : about.blocks[block].doc || block.replaceAll("_", " ");
    return el("div", { class: "choices" }, el("span", { class: "asked" }, head), ...actions.map((action, k) =>
      button(action, numbers ? "number" : "word", numbers ? numbers.values[k] : action.words)));
  });
  $("tray").replaceChildren(...rows);
  $("tray").hidden = !rows.length;
}

// Sentences that differ in a number alone: the sentence, and the numbers.
function numbered(said) {
  const [first] = said;
  let head = 0;
  while (said.every((words) => head < words.length && words[head] === first[head])) head += 1;
  while (/\d/.test(first[head - 1] ?? "")) head -= 1;
  let tail = 0;
  const last = (words) => words[words.length - 1 - tail];
  while (said.every((words) => words.length - tail > head && last(words) === last(first))) tail += 1;
  while (tail && /\d/.test(first[first.length - tail] ?? "")) tail -= 1;
  const values = said.map((words) => words.slice(head, words.length - tail));
  if (said.length < 2 || !values.every((value) => /^\d+$/.test(value))) return null;
  return { words: `${first.slice(0, head)}…${first.slice(first.length - tail)}`, values };
}

function drawStory() {
  const rows = now.story.map((line) => storyLine(line, about.seats));
  const tab = $("tab-story");
  tab.replaceChildren(...rows);
  tab.scrollTop = tab.scrollHeight;
}

function drawResults() {
  if (!now.results) { $("results").replaceChildren(); return; }
  $("results").replaceChildren(el("h2", {}, "The end"), el("p", {}, now.results.words),
    placings(now.results, about.seats), el("div", { class: "row" }, el("button", { onclick: keep }, "keep the replay")));
}

async function keep() {
  const answer = await fetch(`${base}/replay`, { headers });
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${about.game}.json` });
  link.click();
}

// --- thoughts ---------------------------------------------------------------------------------------

const best = () => new Map(opinions.at(-1)?.choices.map((choice) => [choice.id, choice.share]) ?? []);

function shareOf(words) {
  const shares = best();
  return left().filter((action) => fits(action, words))
    .reduce((sum, action) => sum + (shares.get(action.id) ?? 0), 0);
}

function drawThoughts() {
  const told = now.thoughts ? [now.thoughts] : [];
  const parts = [...told, ...[...opinions].reverse()].map((opinion) => el("div", { class: "opinion" },
    el("b", {}, opinion.seat === undefined ? opinion.who : `${about.seats[opinion.seat].letter} ${opinion.who}`),
    ` ${opinion.basis}`, opinion.worth === null ? "" : `, expects ${opinion.worth.toFixed(2)}`,
    ...bars(opinion.choices.slice(0, 8))));
  $("tab-thoughts").replaceChildren(...(parts.length ? parts
    : [el("p", { class: "faded" }, about.open ? "The agents have not moved yet."
      : "A hint asks agents what they would do in your place.")]));
}

// First those who know at once, then a search that goes on until it is stopped or a move is made.
async function hint() {
  if (!now.legal.length) return;
  hinting += 1;
  if ($("hint").textContent === "stop") { $("hint").textContent = "hint"; return; }
  const mine = hinting;
  let quick = [];
  tab("thoughts");
  $("hint").textContent = "stop";
  try {
    for (let level = 0; mine === hinting; level = 1) {
      const query = new URLSearchParams({ seat: now.viewer, version: now.version, level });
      const answer = await ask(`${base}/hint?${query}`, headers);
      if (mine !== hinting) return;
      if (!answer.more) break;
      if (!level) quick = answer.opinions;
      opinions = level ? [...quick, ...answer.opinions] : quick;
      drawThoughts();
      tellChoices();
    }
  } catch (error) {
    if (error.status !== 409) toast(error.message);
  }
  if (mine === hinting) $("hint").textContent = "hint";
}

// Shares upon what glows and in the list, which else stays as it is.
function tellChoices() {
  picture.tell(opinions.length ? shareOf : null);
  for (const each of document.querySelectorAll("#tab-actions [data-id], #tray [data-id]")) {
    each.querySelector(".share")?.remove();
    const share = best().get(Number(each.dataset.id));
    if (share !== undefined) each.append(el("span", { class: "share" }, `${Math.round(100 * share)}%`));
  }
}

// --- why, and why not -------------------------------------------------------------------------------

async function why(wanted, where) {
  if (!now.legal.length) return;
  const version = now.version;
  try {
    const query = new URLSearchParams({ ...wanted, seat: now.viewer, version });
    const { answers } = await ask(`${base}/why?${query}`, headers);
    if (now.version !== version) return;
    where.replaceChildren(...(answers.length ? answers.map(reason)
      : [el("p", { class: "faded" }, "no action has these words")]));
    where.hidden = false;
    if (where === $("popup")) place();
    else where.firstElementChild.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (error.status !== 409) toast(error.message);
  }
}

function reason(answer) {
  const more = answer.others ? ` (and ${answer.others} more)` : "";
  return el("div", { class: "reason" },
    el("b", {}, `${answer.legal ? "You may" : "Not now"}: ${answer.label}${more}`), el("p", {}, answer.words),
    ...answer.rules.map((rule) => el("div", { class: "passage" },
      el("button", { onclick: () => rules(rule.id) }, rule.id), ` ${rule.text}`)));
}

// What the keyboard is at, or was clicked, or was typed.
function whyHere() {
  const at = Number(document.activeElement?.dataset?.id ?? -1);
  const action = now.legal.find((each) => each.id === at);
  if (action) why({ find: action.label }, $("popup"));
  else if (picks.length) why({ pick: picks.join(" ") }, $("popup"));
  else { tab("actions"); $("find").focus(); }
}

// --- rules, seats, pace -----------------------------------------------------------------------------

async function rules(words) {
  chapters = true;
  tab("rules");
  $("rule").value = words;
  try {
    const found = await ask(`${base}/rules?${new URLSearchParams({ find: words })}`, headers);
    $("passages").replaceChildren(...found.passages.map((passage) => words.trim()
      ? el("div", { class: "passage" }, passage.text)
      : el("button", { class: "act", onclick: () => rules(passage.title) }, passage.title)),
      found.words ? el("p", { class: "faded" }, found.words) : "");
  } catch (error) { toast(error.message); }
}

function drawSeats() {
  $("seating").replaceChildren(el("h2", {}, about.title), ...about.seats.map((each) => el("div", { class: "line" },
    badge(each), `${each.name}${about.own.includes(each.seat) ? " (here)" : ""}`)));
  $("pacing").hidden = !about.host || about.seats.every((each) => each.person);
  const links = about.links ?? [];
  $("links").replaceChildren(...(links.length > 1 ? [el("h2", {}, "Links")] : []), ...links.map((link) => {
    const address = `${location.origin}${location.pathname}#${link.token}`;
    const whose = link.seats.length ? about.seats[link.seats[0]] : null;
    const words = link.host ? "yours, elsewhere" : whose ? `${whose.letter} ${whose.name}` : "to watch";
    return el("div", { class: "row" }, el("span", {}, words),
      el("input", { readonly: true, value: address, "data-seat": link.host ? "host" : whose ? whose.seat : "watch", onfocus: (event) => event.target.select() }),
      el("button", { onclick: () => navigator.clipboard?.writeText(address) }, "copy"));
  }));
}

async function setPace() {
  const seconds = Number($("seconds").value);
  $("seconds-words").textContent = seconds ? `${seconds} s a move` : "at once";
  const paused = $("paused").getAttribute("aria-pressed") === "true";
  try { await ask(`${base}/pace`, headers, { seconds, paused }); } catch (error) { toast(error.message); }
}

function togglePause() {
  if (!about.host) return;
  const paused = $("paused").getAttribute("aria-pressed") !== "true";
  $("paused").setAttribute("aria-pressed", paused);
  $("paused").textContent = paused ? "go on" : "pause";
  setPace();
}

async function undo() {
  try { await ask(`${base}/undo`, headers, { seat: now.viewer, version: now.version }); }
  catch (error) { toast(error.message); }
}

function tab(name) {
  for (const each of document.querySelectorAll("#tabs button")) {
    each.setAttribute("aria-pressed", each.dataset.tab === name);
    $(`tab-${each.dataset.tab}`).hidden = each.dataset.tab !== name;
  }
  if (name === "rules" && !chapters) rules("");
  if (name === "story") $("tab-story").scrollTop = $("tab-story").scrollHeight;
}

// --- several people at one screen -------------------------------------------------------------------

function handOver() {
  const other = now.turn;
  if (other < 0 || other === now.viewer) { $("curtain").hidden = true; return false; }
  if ($("bare").checked) { seat = other; return true; }
  const next = about.seats[other];
  $("curtain-words").textContent = `${next.letter} ${next.name}, it is your turn`;
  $("curtain").hidden = false;
  return false;
}

function lift() {
  seat = now.turn;
  $("curtain").hidden = true;
  asking?.abort();
}

// --- news -------------------------------------------------------------------------------------------

let asking = null;

async function listen() {
  for (;;) {
    try {
      about ??= await ask(base, headers);
      seat ??= about.own[0] ?? null;
      const query = new URLSearchParams(seat === null ? {} : { seat });
      if (now && (now.viewer ?? null) === seat) query.set("since", now.version);
      asking = new AbortController();
      const answer = await fetch(`${base}/state?${query}`, { headers, signal: asking.signal });
      const news = await answer.json();
      if (!answer.ok) throw Object.assign(new Error(news.error), { status: answer.status });
      if (news.svg === undefined) { await pause(100); continue; }
      const first = now === null;
      now = news;
      if (first) { drawSeats(); tab(about.own.length ? "actions" : "story"); }
      draw();
      handOver();
      if ($("forced").checked && now.legal.length === 1) { await pause(400); await act(now.legal[0].id); }
    } catch (error) {
      if (error.name === "AbortError") continue;
      if (error.status === 403 || error.status === 404) {
        $("whose").textContent = error.message;
        return;
      }
      $("whose").textContent = "the server does not answer; asking again …";
      about = null;
      await pause(1500);
    }
  }
}

function keys(event) {
  if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey || !now) {
    if (event.key === "Escape") { $("find").value = ""; event.target.blur?.(); drawChoices(); }
    return;
  }
  const number = Number(event.key);
  const listed = [...document.querySelectorAll("#commands button, #menu button.act")];
  if (number >= 1 && number <= listed.length) listed[number - 1].click();
  else if (event.key === "/") { event.preventDefault(); tab("actions"); $("find").focus(); }
  else if (event.key === "Escape") { picks = []; drawChoices(); }
  else if (event.key === "u" && about.undo) undo();
  else if (event.key === "h") hint();
  else if (event.key === "w") whyHere();
  else if (event.key === "z") picture.closer();
  else if (event.key === " " && event.target === document.body) { event.preventDefault(); togglePause(); }
}

$("find").addEventListener("input", drawChoices);
$("find").addEventListener("keydown", (event) => {
  const listed = document.querySelectorAll("#menu button.act");
  if (event.key === "Enter" && listed.length === 1) listed[0].click();
});
$("rule").addEventListener("change", (event) => rules(event.target.value));
$("hint").addEventListener("click", hint);
$("undo").addEventListener("click", undo);
$("lift").addEventListener("click", lift);
$("seconds").addEventListener("change", setPace);
$("paused").addEventListener("click", togglePause);
$("bare").checked = remembered("bare", false);
$("bare").addEventListener("change", (event) => remember("bare", event.target.checked));
for (const each of document.querySelectorAll("#tabs button")) each.addEventListener("click", () => tab(each.dataset.tab));
addEventListener("keydown", keys);
tab("actions");
listen();
