// The lobby: opens tables, and lists those that are open.

import { $, ask, el, keep, toast, token } from "./page.js";

const headers = { "x-lobby": token("lobby") };
let game = null;

// To a table; its token goes through this window's memory rather than through the address.
function go(made) {
  location.href = `/t/${made.key}${keep(`token-${made.key}`, made.token) ? "" : `#${made.token}`}`;
}

async function draw() {
  const known = await ask("/api/lobby", headers);
  $("games").replaceChildren(...known.games.map((name) => el("button", { "data-game": name, onclick: () => choose(name) },
    name.split(":")[0].replaceAll("_", " "))));
  const tables = known.tables.map((table) => el("li", {}, el("span", {},
    el("a", { href: `/t/${table.key}`, onclick: (event) => { event.preventDefault(); go(table); } }, table.title), ` ${table.seats.join(", ")}`),
    el("span", { class: "faded" }, `${table.moves} moves${table.over ? ", over" : ""}`),
    el("button", { onclick: () => end(table) }, "close")));
  if (known.aside.length) tables.push(el("li", { class: "faded" }, `${known.aside.length} more were put aside; their links bring them back.`));
  $("tables").replaceChildren(...(tables.length ? tables : [el("li", { class: "faded" }, "none yet")]));
  $("replays").replaceChildren(...(known.replays.length ? known.replays.map((name) => el("li", {}, el("span", {}, name),
    el("a", { href: `/replay?${new URLSearchParams({ name })}` }, "look"),
    el("button", { onclick: () => resume(name) }, "go on"))) : [el("li", { class: "faded" }, "none")]));
  $("runs-sheet").hidden = !known.runs.length;
  $("runs").replaceChildren(...known.runs.map((name) => el("li", {}, el("span", {}, name),
    el("a", { href: `/watch?${new URLSearchParams({ name })}` }, "watch"))));
}

async function end(table) {
  try { await ask(`/api/tables/${table.key}/end`, { "x-token": table.token }, {}); await draw(); } catch (error) { toast(error.message); }
}

async function resume(name) {
  try { go(await ask("/api/resume", headers, { name })); } catch (error) { toast(error.message); }
}

async function choose(name) {
  $("busy").textContent = "";
  for (const each of $("games").children) each.setAttribute("aria-pressed", each.dataset.game === name);
  try { game = await ask(`/api/game?${new URLSearchParams({ name })}`, headers); } catch (error) { toast(error.message); return; }
  $("title").textContent = game.title;
  $("players").replaceChildren(...game.seats.map((count) => el("option", { selected: count === game.default }, String(count))));
  $("preset").replaceChildren(el("option", { value: "" }, "as printed"), ...Object.keys(game.presets).map((preset) =>
    el("option", { value: preset }, preset.replaceAll("_", " "))));
  $("preset").parentElement.hidden = !Object.keys(game.presets).length;
  $("options").replaceChildren(...Object.entries(game.options).map(([key, option]) => el("label", { class: "option" },
    el("span", {}, key.replaceAll("_", " ")), field(key, option), el("span", { class: "hint" }, option.doc || option.allowed))));
  $("options").parentElement.hidden = !Object.keys(game.options).length;
  $("opening").hidden = false;
  drawSeats();
}

function field(key, option) {
  if (option.kind === "flag") return el("input", { type: "checkbox", "data-option": key, checked: option.default === true });
  if (option.kind === "word") return el("select", { "data-option": key }, ...option.words.map((word) =>
    el("option", { selected: word === option.default }, word)));
  const value = Array.isArray(option.default) ? option.default.join(",") : option.default;
  return el("input", { "data-option": key, value, title: option.allowed });
}

function drawSeats() {
  const count = Number($("players").value);
  const usual = game.agents.includes("heuristic") ? "heuristic" : "uniform";
  const rows = [];
  for (let seat = 0; seat < count; seat += 1) {
    const who = el("select", { class: "who" }, el("option", { value: "here" }, "a person, at this screen"),
      el("option", { value: "elsewhere" }, "a person, by a link"),
      ...game.agents.map((name) => el("option", { value: name, selected: seat > 0 && name === usual }, name)),
      ...(game.agents.some((name) => name.startsWith("mcts:")) ? [el("option", { value: "search" }, "search, with a budget of …")] : []));
    const name = el("input", { class: "name", placeholder: "name", maxlength: 40 });
    const budget = el("input", { class: "budget", value: "1000", title: "simulations, or a time such as 200ms or 2s" });
    const shown = () => {
      name.hidden = !["here", "elsewhere"].includes(who.value);
      budget.hidden = who.value !== "search";
    };
    who.addEventListener("change", shown);
    shown();
    rows.push(el("div", { class: "seatrow" }, el("b", {}, "ABCDEFGH"[seat]), who, name, budget));
  }
  $("seats").replaceChildren(...rows);
}

function asked() {
  const seats = [...document.querySelectorAll(".seatrow")].map((row) => {
    const [who, name, budget] = [".who", ".name", ".budget"].map((each) => row.querySelector(each).value.trim());
    if (who === "here" || who === "elsewhere") return { who: name ? `human:${name}` : "human", where: who };
    return { who: who === "search" ? `mcts:${budget}` : who };
  });
  const options = {};
  for (const input of document.querySelectorAll("[data-option]")) {
    const option = game.options[input.dataset.option];
    const value = read(option, input);
    if (JSON.stringify(value) !== JSON.stringify(option.default)) options[input.dataset.option] = value;
  }
  const request = { game: game.name, seats, options, pace: Number($("pace").value) };
  if ($("preset").value) request.preset = $("preset").value;
  if ($("seed").value.trim()) request.seed = Number($("seed").value);
  return request;
}

function read(option, input) {
  if (option.kind === "flag") return input.checked;
  if (option.kind === "number") return Number(input.value);
  const parts = input.value.split(",").map((part) => part.trim()).filter(Boolean);
  if (option.kind === "numbers") return parts.map(Number);
  return option.kind === "words" ? parts : input.value;
}

$("players").addEventListener("change", drawSeats);
$("open").addEventListener("click", async () => {
  $("open").disabled = true;
  $("busy").textContent = "setting the table; the first time a game is compiled, which takes up to a minute …";
  try { go(await ask("/api/tables", headers, asked())); } catch (error) { toast(error.message); }
  $("open").disabled = false;
  $("busy").textContent = "";
});
draw().catch((error) => toast(error.message));
