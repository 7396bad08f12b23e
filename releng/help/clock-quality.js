// For a picture of the help: of the report only "Clock Quality".
const head = [...document.querySelectorAll('h2')].find(one => one.textContent === 'Clock Quality');
while (head.previousElementSibling) {
  head.previousElementSibling.remove();
}
document.querySelector('header').remove();
