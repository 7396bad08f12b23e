// Of the page of stacks: as if a user had clicked on kernel_restart and searched for mutex.
const frame = Array.from(document.querySelectorAll("svg.flame g")).find(g => g.querySelector("title").textContent.split("\n")[0] === "kernel_restart");
frame.dispatchEvent(new MouseEvent("click"));
const field = frame.closest(".wide").previousElementSibling.querySelector("input");
field.value = "mutex";
field.dispatchEvent(new Event("input"));
