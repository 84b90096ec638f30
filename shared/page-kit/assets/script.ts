/**
 * Progressive enhancement: every page works without this script.
 *
 * - `<time datetime>` is converted to the reader's time zone.
 * - `<button data-copies="id" hidden>` is shown, and copies the text of the element with that id.
 * - A form is submitted once, however often its button is pressed.
 * - `<ol data-follows="id">` follows the player with that id: the current `<li data-start="seconds">` is marked
 *   `aria-current`, its button is enabled and plays from there, and arrow keys move between the buttons.
 * - `<label data-keeps-up hidden>` with a checkbox is shown; the page scrolls with the player while it is checked.
 * - `<form data-submits-itself>` is submitted once the other fields are set.
 * - `<input data-driven>` is set to `yes` when automation software controls the browser (W3C WebDriver), else to `no`.
 */
export const SCRIPT_TEXT = `
for (const time of document.querySelectorAll('time[datetime]')) {
  const at = new Date(time.dateTime);
  time.title = time.textContent;
  time.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'exact' in time.dataset ? 'medium' : 'short' });
}

for (const button of document.querySelectorAll('[data-copies]')) {
  const label = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

addEventListener('submit', (event) => {
  const form = event.target;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = 'yes';
  event.submitter?.setAttribute('aria-busy', 'true');
});
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
  for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy');
});

for (const field of document.querySelectorAll('[data-driven]')) field.value = navigator.webdriver ? 'yes' : 'no';
document.querySelector('[data-submits-itself]')?.requestSubmit();

for (const list of document.querySelectorAll('[data-follows]')) {
  const player = document.getElementById(list.dataset.follows);
  const parts = [...list.querySelectorAll('[data-start]')];
  if (!player) continue;
  const buttons = parts.map((part) => part.querySelector('button'));
  for (const button of buttons) button.disabled = false;
  list.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = by && buttons[buttons.indexOf(event.target) + by];
    if (!next || !buttons.includes(event.target)) return;
    event.preventDefault();
    next.focus();
  });
  const keepsUp = document.querySelector('[data-keeps-up]');
  if (keepsUp) keepsUp.hidden = false;
  const isWanted = () => keepsUp?.querySelector('input').checked ?? true;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let current;
  player.addEventListener('timeupdate', () => {
    const next = parts.findLast((part) => Number(part.dataset.start) <= player.currentTime + 0.05);
    if (next === current) return;
    current?.removeAttribute('aria-current');
    next?.setAttribute('aria-current', 'true');
    if (!player.paused && isWanted()) next?.scrollIntoView({ block: 'nearest', behavior: still.matches ? 'auto' : 'smooth' });
    current = next;
  });
  list.addEventListener('click', (event) => {
    const part = event.target.closest('button')?.closest('[data-start]');
    if (!part) return;
    player.currentTime = Number(part.dataset.start);
    player.play();
  });
}
`;
