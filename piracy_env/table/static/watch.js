// A training run: its curves, and the newest network at a table of its judges, game after game.

import { $, ask, bars, el, pause, shape, storyLine, toast, token } from "./page.js";
import { Picture } from "./picture.js";

const name = new URLSearchParams(location.search).get("name");
const headers = { "x-lobby": token("lobby") };
const COLOURS = ["#f4c744", "#5fb0e8", "#e8716a", "#6fd0a8", "#cf94cf", "#f6ebd0"];
const picture = new Picture($("stage"));

function draw(run) {
  $("count").textContent = `${Number(run.decisions).toLocaleString()} decisions`;
  const judges = Object.entries(run.judges);
  const rows = judges.flatMap(([, row]) => row);
  if (!rows.length) { $("curve").replaceChildren(el("p", { class: "faded" }, "nothing was measured yet")); return; }
  const most = Math.max(...rows.map((row) => row[0]), 1);
  const low = Math.min(...rows.map((row) => row[2]), 0);
  const high = Math.max(...rows.map((row) => row[3]), low + 0.01);
  const svg = shape("svg", { viewBox: `0 0 100 100`, preserveAspectRatio: "none" });
  const x = (at) => (100 * at) / most;
  const y = (value) => 100 - (100 * (value - low)) / (high - low);
  svg.append(shape("line", { x1: 0, x2: 100, y1: y(0), y2: y(0), stroke: "#fff6", "vector-effect": "non-scaling-stroke" }));
  judges.forEach(([, row], k) => {
    const colour = COLOURS[k % COLOURS.length];
    const band = [...row.map((each) => [each[0], each[3]]), ...[...row].reverse().map((each) => [each[0], each[2]])];
    svg.append(shape("polygon", { points: band.map(([at, value]) => `${x(at)},${y(value)}`).join(" "), fill: colour, opacity: 0.25 }));
    svg.append(shape("polyline", { points: row.map((each) => `${x(each[0])},${y(each[1])}`).join(" "), fill: "none",
      stroke: colour, "stroke-width": 2.5, "vector-effect": "non-scaling-stroke" }));
  });
  const words = judges.map(([judge, row], k) => {
    const made = el("span", {}, `${judge} ${row.at(-1)[1].toFixed(2)}  `);
    made.style.color = COLOURS[k % COLOURS.length];
    return made;
  });
  $("curve").replaceChildren(svg, el("p", {}, "paid at the table of ", ...words, ` (${low.toFixed(2)} to ${high.toFixed(2)})`));
}

async function curves() {
  for (;;) {
    try { draw(await ask(`/api/run?${new URLSearchParams({ name })}`, headers)); } catch (error) { toast(error.message); }
    await pause(5000);
  }
}

async function game() {
  const table = await ask("/api/watch", headers, { name });
  const base = `/api/tables/${table.key}`;
  const seated = { "x-token": table.token };
  const about = await ask(base, seated);
  let version = "";
  for (;;) {
    const now = await ask(`${base}/state?${new URLSearchParams({ since: version })}`, seated);
    if (now.svg === undefined) continue;
    version = now.version;
    picture.show(now.svg);
    const mover = about.seats[now.mover];
    $("whose").textContent = now.trouble || (mover ? `${mover.letter} ${mover.name} is to move` : "The game is over");
    $("story").replaceChildren(...now.story.slice(-80).map((line) => storyLine(line, about.seats)));
    $("story").scrollTop = $("story").scrollHeight;
    const told = now.thoughts;
    $("thoughts").replaceChildren(...(told ? [el("b", {}, `${about.seats[told.seat].letter} ${told.who}`),
      ...bars(told.choices.slice(0, 5))] : []));
    document.body.dataset.version = version;
    if (now.over) { await pause(4000); return; }
  }
}

async function games() {
  for (;;) {
    try { await game(); } catch (error) { $("whose").textContent = error.message; await pause(4000); }
  }
}

curves();
games();
