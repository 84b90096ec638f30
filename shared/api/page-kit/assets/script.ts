import { FOLLOW_TEXT } from '#shared/api/page-kit/assets/follow-script';
import { LIVE_TEXT } from '#shared/api/page-kit/assets/live-script';
import { REFRESH_TEXT } from '#shared/api/page-kit/assets/refresh-script';
import { RENEW_TEXT } from '#shared/api/page-kit/assets/renew-script';
import { SWAP_TEXT } from '#shared/api/page-kit/assets/swap-script';
import { UPLOAD_TEXT } from '#shared/api/page-kit/assets/upload-script';

/**
 * Progressive enhancement: every page works without this script, but for the upload of files.
 *
 * - `<time datetime>` is converted to the reader's time zone.
 * - `<button data-copies="id" hidden>` is shown, and copies the text of the element with that id.
 * - A form is submitted once, however often its button is pressed.
 * - A transcript follows its player: follow-script.ts. Its segments are corrected without leaving the page: swap-script.ts.
 * - A player whose link has expired gets a new one: renew-script.ts.
 * - `<form data-uploads>` sends files to storage: upload-script.ts.
 * - A part with `data-refreshes` follows the work of the service: refresh-script.ts.
 * - A part with `data-live` shows what is said in a call: live-script.ts.
 * - `<form data-submits-itself>` is submitted once the other fields are set.
 * - `<input data-driven>` is set to `yes` when automation software controls the browser (W3C WebDriver), else to `no`.
 */
export const SCRIPT_TEXT = `
const localize = (root) => {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    time.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'exact' in time.dataset ? 'medium' : 'short' });
  }
};
localize(document);

const announcerIn = (parent) => {
  const announcer = document.createElement('p');
  announcer.setAttribute('role', 'status');
  announcer.className = 'unseen';
  parent.append(announcer);
  return announcer;
};

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

${FOLLOW_TEXT}${RENEW_TEXT}${SWAP_TEXT}${REFRESH_TEXT}${LIVE_TEXT}${UPLOAD_TEXT}`;
