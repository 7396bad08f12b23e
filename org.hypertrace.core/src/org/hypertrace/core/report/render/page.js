/* SPDX-License-Identifier: EPL-2.0 */
"use strict";
// A click on the head of a column sorts the rows of its table: figures first the greatest, texts from A to Z, again the other way round.
// A row that is a part of one above it stays below that.
document.querySelectorAll("table").forEach(function (table) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  if (rows.length < 2) {
    return;
  }
  const groups = [];
  rows.forEach(function (row) {
    if (groups.length > 0 && row.cells[0].className === "in") {
      groups[groups.length - 1].push(row);
    } else {
      groups.push([row]);
    }
  });

  function compare(a, b, sign) {
    const first = a.dataset.v;
    const second = b.dataset.v;
    if (first === undefined && second === undefined) {
      return sign * a.textContent.localeCompare(b.textContent, undefined, { numeric: true });
    }
    if (first === undefined || second === undefined) {
      // what has no figure comes behind
      return first === undefined ? 1 : -1;
    }
    // ns since the epoch have more digits than a number of JavaScript
    return sign * ([first, second].every(function (text) { return /^-?\d+$/.test(text); }) ? Number(BigInt(first) - BigInt(second)) : Number(first) - Number(second));
  }

  const heads = Array.from(table.tHead.rows[0].cells);
  heads.forEach(function (head, column) {
    if (head.textContent === "") {
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", function () {
      const figures = rows.some(function (row) { return row.cells[column].dataset.v !== undefined; });
      const before = head.getAttribute("aria-sort");
      const order = before === "ascending" || before === null && figures ? "descending" : "ascending";
      const sign = order === "ascending" ? 1 : -1;
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", order);
      groups.slice().sort(function (a, b) { return compare(a[0].cells[column], b[0].cells[column], sign); })
        .forEach(function (group) { body.append(...group); });
    });
  });
});
// Paper cannot unfold.
window.addEventListener("beforeprint", function () {
  document.querySelectorAll("details").forEach(function (details) { details.open = true; });
});
