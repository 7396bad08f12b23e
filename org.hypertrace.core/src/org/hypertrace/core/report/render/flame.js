/* SPDX-License-Identifier: EPL-2.0 */
"use strict";
// Every flame graph of the page: a click on a frame makes it as wide as the picture, a click on what is below goes back,
// words in the field mark the frames that have them. Arrow keys go from frame to frame, Enter is a click.
document.querySelectorAll("svg.flame").forEach(function (svg) {
  const WIDTH = svg.viewBox.baseVal.width;
  const CHARACTER = 6.4;
  const GAP = Number(svg.dataset.gap);
  const bar = svg.parentElement.previousElementSibling;
  const field = bar.querySelector("input");
  const found = bar.querySelector(".found");
  const frames = Array.from(svg.querySelectorAll("g")).map(function (g) {
    return { g: g, x: Number(g.dataset.x), w: Number(g.dataset.w), d: Number(g.dataset.d), rect: g.querySelector("rect"),
      text: g.querySelector("text"), name: g.querySelector("title").textContent.split("\n")[0] };
  });
  const root = frames[0];
  let zoomed = root;

  function place(f, x, width) {
    f.g.style.display = width < 0.3 ? "none" : "";
    f.rect.setAttribute("x", x.toFixed(2));
    f.rect.setAttribute("width", Math.max(Math.min(width, GAP / 2), width - GAP).toFixed(2));
    f.text.setAttribute("x", (x + 3).toFixed(2));
    const room = Math.floor((width - 6) / CHARACTER);
    f.text.textContent = room < 3 ? "" : f.name.length <= room ? f.name : f.name.substring(0, room - 1) + "\u2026";
  }

  function zoom(to) {
    zoomed = to;
    const scale = WIDTH / Math.max(1, to.w);
    frames.forEach(function (f) {
      const around = f.d <= to.d && f.x <= to.x && f.x + f.w >= to.x + to.w;
      const inside = f.d > to.d && f.x >= to.x && f.x + f.w <= to.x + to.w;
      if (around) {
        place(f, 0, WIDTH);
      } else {
        place(f, (f.x - to.x) * scale, inside ? f.w * scale : 0);
      }
      f.g.style.opacity = around && f !== to ? 0.55 : 1;
    });
  }

  function focus(f) {
    if (f !== undefined) {
      frames.forEach(function (o) { o.g.setAttribute("tabindex", o === f ? 0 : -1); });
      f.g.focus();
    }
  }

  // The frame that an arrow key goes to: on it its widest, below it its caller, else the next one in its row.
  function next(f, key) {
    const seen = frames.filter(function (o) { return o.g.style.display !== "none"; });
    const row = seen.filter(function (o) { return o.d === f.d; }).sort(function (a, b) { return a.x - b.x; });
    switch (key) {
    case "ArrowUp":
      return seen.filter(function (o) { return o.d === f.d + 1 && o.x >= f.x && o.x + o.w <= f.x + f.w; }).sort(function (a, b) { return b.w - a.w; })[0];
    case "ArrowDown":
      return seen.find(function (o) { return o.d === f.d - 1 && o.x <= f.x && o.x + o.w >= f.x + f.w; });
    case "ArrowLeft":
      return row[row.indexOf(f) - 1];
    case "ArrowRight":
      return row[row.indexOf(f) + 1];
    case "Home":
      return root;
    }
  }

  function search() {
    const words = field.value.trim().toLowerCase();
    let until = [];
    let time = 0;
    frames.forEach(function (f) {
      const has = words !== "" && f.name.toLowerCase().includes(words);
      f.g.classList.toggle("found", has);
      if (has && !until.some(function (o) { return o.d < f.d && o.x <= f.x && f.x + f.w <= o.x + o.w; })) {
        // what is above one that has the words is counted with it
        until.push(f);
        time += f.w;
      }
    });
    found.textContent = words === "" ? "" : (100 * time / Math.max(1, root.w)).toFixed(2) + " % of the time";
  }

  frames.forEach(function (f) {
    f.g.addEventListener("click", function () { zoom(f === zoomed ? root : f); });
    f.g.addEventListener("keydown", function (event) {
      if (event.key === "Enter" || event.key === " ") {
        zoom(f === zoomed ? root : f);
        event.preventDefault();
      } else if (["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home"].includes(event.key)) {
        focus(next(f, event.key));
        event.preventDefault();
      }
    });
  });
  field.addEventListener("input", search);
  bar.querySelector("button").addEventListener("click", function () { field.value = ""; search(); zoom(root); });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") {
      zoom(root);
    }
  });
});
