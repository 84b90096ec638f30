/**
 * The part of the script that corrects a segment without leaving the page, so that the recording plays on. In
 * `<li data-segment="id">`, a link with `data-swaps` and a form are requested in the background, and the item of the page
 * that comes back takes the place of this one. Where that page has no such item, as after the session has ended, the
 * browser follows the link; a form stays with what was typed, and says why it was not saved.
 */
export const SWAP_TEXT = `
const swap = async (item, request, withoutItem) => {
  const response = await request;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.querySelector('li[data-segment="' + CSS.escape(item.dataset.segment) + '"]');
  if (!next) return withoutItem(page.querySelector('h1')?.textContent);
  item.replaceWith(document.adoptNode(next));
  const field = next.querySelector('textarea');
  (field ?? next.querySelector('a.time'))?.focus({ preventScroll: !field });
};
const failed = (form, why = 'The service was not reached') => {
  delete form.dataset.sent;
  form.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
  const notice = form.querySelector('[role=alert]') ?? document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.className = 'wrong';
  notice.textContent = 'Not saved. ' + why + '. Your text is kept here.';
  form.prepend(notice);
};
document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-swaps]');
  const item = link?.closest('[data-segment]');
  if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const instead = () => { location.href = link.href; };
  swap(item, fetch(link.href), instead).catch(instead);
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  const item = form.closest('[data-segment]');
  if (!item || form.dataset.sent) return;
  event.preventDefault();
  const request = fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  swap(item, request, (why) => failed(form, why)).catch(() => failed(form));
});
`;
