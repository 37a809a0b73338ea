// A replay: a slider over its moves, the story, what an agent thinks, and luck.

import { $, ask, badge, bars, el, pause, placings, shape, toast, token } from "./page.js";
import { Picture } from "./picture.js";

let game = null;
let at = 0;
let playing = false;
let drawn = -1;
const picture = new Picture($("stage"));

async function load() {
  const packed = $("packed");
  if (packed) {
    const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(stream).text());
  }
  $("whose").textContent = "playing the game once more …";
  return ask(`/api/replay${location.search}`, { "x-lobby": token("lobby") });
}

function show(number) {
  at = Math.max(0, Math.min(game.turns.length - 1, number || 0));
  const turn = game.turns[at];
  $("slider").value = at;
  $("count").textContent = `${turn.move} of ${game.turns.at(-1).move}`;
  let source = at;
  while (source > 0 && !game.turns[source].picture) source -= 1;
  if (drawn !== source) picture.show(game.turns[source].picture.map((piece) => game.pieces[piece]).join(""));
  drawn = source;
  const seat = game.seats[turn.seat];
  $("whose").replaceChildren(...(seat ? [`${seat.letter} ${seat.name}: ${turn.words}`]
    : [game.results ? "The end" : "so far"]));
  for (const line of document.querySelectorAll("#story [data-turn]")) {
    const is = Number(line.dataset.turn) === at;
    line.classList.toggle("now", is);
    if (is) line.scrollIntoView({ block: "nearest" });
  }
  thoughts(turn);
  const mark = document.querySelector("#curve .mark");
  if (mark) for (const end of ["x1", "x2"]) mark.setAttribute(end, at);
  document.body.dataset.move = turn.move;
}

function thoughts(turn) {
  $("thoughts").hidden = !game.thinker;
  if (!turn.thoughts) { $("thoughts").replaceChildren(el("p", { class: "faded" }, "nobody is to move")); return; }
  const luck = turn.luck === undefined ? "" : `, luck of this move ${signed(turn.luck)}`;
  $("thoughts").replaceChildren(el("div", { class: "opinion" },
    el("b", {}, game.thinker), ` ${turn.thoughts.worth === null ? "" : `expects ${signed(turn.thoughts.worth)}`}${luck}`,
    ...bars(turn.thoughts.choices, turn.words)));
}

const signed = (value) => `${value >= 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`;

function story() {
  const rows = [];
  game.turns.forEach((turn, number) => {
    for (const line of turn.news) rows.push(el("div", { class: "line news", "data-turn": number, onclick: () => show(number) }, line));
    const seat = game.seats[turn.seat];
    if (!seat) return;
    rows.push(el("div", { class: "line", "data-turn": number, onclick: () => show(number) }, badge(seat),
      el("span", {}, turn.words), turn.luck && Math.abs(turn.luck) >= 0.05
        ? el("span", { class: turn.luck > 0 ? "good" : "bad", title: "luck" }, signed(turn.luck)) : null));
  });
  if (game.results) {
    rows.push(el("p", {}, game.results.words), placings(game.results, game.seats));
  }
  $("story").replaceChildren(el("div", { class: "row" }, ...game.seats.flatMap((seat) => [badge(seat), seat.name])), ...rows);
}

// What each seat may expect as a line in its colour; luck of who moved as bars.
function chart() {
  const rated = game.turns.map((turn, number) => [number, turn.worth]).filter(([, worth]) => worth);
  if (rated.length < 2) return;
  const width = game.turns.length - 1;
  const most = Math.max(0.2, ...rated.flatMap(([, worth]) => worth.map(Math.abs)));
  const svg = shape("svg", { viewBox: `0 ${-most} ${width} ${2 * most}`, preserveAspectRatio: "none" });
  svg.append(shape("line", { x1: 0, x2: width, y1: 0, y2: 0, stroke: "#fff6", "vector-effect": "non-scaling-stroke" }));
  game.turns.forEach((turn, number) => {
    if (!turn.luck || Math.abs(turn.luck) < 0.02) return;
    svg.append(shape("rect", { x: number, width: 0.9, y: Math.min(0, -turn.luck), height: Math.abs(turn.luck),
      fill: game.seats[turn.seat].colour.fill, opacity: 0.7 }));
  });
  game.seats.forEach((seat, k) => {
    svg.append(shape("polyline", { points: rated.map(([number, worth]) => `${number},${-worth[k]}`).join(" "), fill: "none",
      stroke: seat.colour.fill, "stroke-width": 2.5, "vector-effect": "non-scaling-stroke" }));
  });
  svg.append(shape("line", { class: "mark", x1: 0, x2: 0, y1: -most, y2: most, stroke: "#fff", "vector-effect": "non-scaling-stroke" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    show(Math.round(width * (event.clientX - box.left) / box.width));
  });
  $("curve").append(svg, el("p", { class: "faded" }, `lines: what ${game.thinker} expects for each seat; bars: luck of who moved`));
}

async function run() {
  playing = !playing;
  $("play").textContent = playing ? "stop" : "play";
  if (at === game.turns.length - 1) show(0);
  while (playing && at < game.turns.length - 1) { show(at + 1); await pause(700); }
  playing = false;
  $("play").textContent = "play";
}

load().then((value) => {
  game = value;
  document.title = `${game.title}: a replay`;
  $("slider").max = game.turns.length - 1;
  story();
  chart();
  show(Number(new URLSearchParams(location.search).get("move") ?? 0));
}, (error) => { $("whose").textContent = error.message; toast(error.message); });

$("slider").addEventListener("input", () => show(Number($("slider").value)));
$("back").addEventListener("click", () => show(at - 1));
$("next").addEventListener("click", () => show(at + 1));
$("play").addEventListener("click", run);
addEventListener("keydown", (event) => {
  if (!game || event.target.matches("input[type=text]")) return;
  const steps = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };
  if (event.key in steps) { event.preventDefault(); show(at + steps[event.key]); }
  else if (event.key === "Home") show(0);
  else if (event.key === "End") show(game.turns.length - 1);
  else if (event.key === " " && event.target === document.body) { event.preventDefault(); run(); }
  else if (event.key === "z") picture.closer();
});
