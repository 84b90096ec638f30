/**
 * The part of the script that follows the work of the service: `<div id data-state data-refreshes="path">` is requested
 * again after two seconds, then more and more rarely, and replaced when its state has changed, until it has no
 * `data-refreshes` any more, and no `data-after-call` either, with which it waits for the end of a call. Nothing is requested while the tab is hidden. Where the page is gone, or the session has
 * ended, the browser goes to the path. With `data-reloads`, a change that brings a player loads the page again.
 */
export const REFRESH_TEXT = `
const refresh = (id) => {
  const announcer = announcerIn(document.querySelector('main'));
  let waitMs = 2000;
  const later = () => setTimeout(look, waitMs);
  const look = async () => {
    if (document.hidden) return document.addEventListener('visibilitychange', look, { once: true });
    const part = document.getElementById(id);
    const path = part.dataset.refreshes;
    const next = await partOf(path).catch(() => undefined);
    if (next === null) return location.assign(path);
    const isChanged = next !== undefined && next.dataset.state !== part.dataset.state;
    waitMs = isChanged ? 2000 : Math.min(waitMs * 1.5, 15000);
    if (isChanged) replace(part, next);
    if (next === undefined || next.dataset.refreshes || next.dataset.afterCall) later();
  };
  const partOf = async (path) => {
    const response = await fetch(path, { redirect: 'manual', signal: AbortSignal.timeout(30000) });
    if (response.type === 'opaqueredirect' || [401, 403, 404].includes(response.status)) return null;
    if (!response.ok) return undefined;
    return new DOMParser().parseFromString(await response.text(), 'text/html').getElementById(id);
  };
  const replace = (part, next) => {
    // A player begins to load as soon as it is adopted.
    if ('reloads' in part.dataset && next.querySelector('video, audio')) return location.reload();
    const hadFocus = part.contains(document.activeElement);
    part.replaceWith(document.adoptNode(next));
    localize(next);
    // A live transcript is replaced by the final one.
    if (next.querySelector('.transcript')) document.querySelector('[data-live]')?.closest('section').remove();
    followIn(next);
    if (hadFocus) next.focus({ preventScroll: true });
    announcer.textContent = next.dataset.state;
  };
  later();
};
for (const part of document.querySelectorAll('[data-refreshes]')) refresh(part.id);
`;
