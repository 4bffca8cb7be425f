// The same bot in JavaScript: fcm simulate base --bots steady,"cmd:node examples/bots/busy.js"
const lines = require("readline").createInterface({ input: process.stdin });
const idle = ["next_step", "end_turn", "pass"];

lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.say !== "choose" && told.say !== "go_on") return;
  const all = told.choices.map((choice, place) => ({ place, ...choice }));
  const busy = all.filter((each) => !idle.includes(each.action));
  const wanted = busy.length ? busy : all;
  const fires = wanted[0].action === "fire";
  const fired = (each) => (each.cards || []).length;
  const chosen = fires
    ? wanted.reduce((best, each) => (fired(each) < fired(best) ? each : best))
    : wanted[told.random % wanted.length];
  console.log(JSON.stringify({ choose: chosen.place }));
});
