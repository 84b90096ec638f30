/**
 * The part of the script for transcripts. `<ol data-follows="id">` follows the player with that id:
 *
 * - `<li data-start="seconds">` is marked `aria-current` while it is spoken. Its link `<a class="time">` plays from there;
 *   the arrow keys move between the times and the words, and Space pauses.
 * - Its `<span class="said" data-words="place:milliseconds …">` is divided into words when it is needed. The word that is
 *   spoken is marked `data-spoken`; one that is clicked plays.
 * - An address with `#t=12.5` or `#t=1:02:05` begins there (W3C Media Fragments URI 1.0, 4.2.1).
 * - `<label data-keeps-up hidden>` with a checkbox is shown; the page scrolls with the player while it is checked.
 */
export const FOLLOW_TEXT = `
const follow = (list, player) => {
  const startOf = (part) => Number(part.dataset.start);
  let parts = [];
  const read = () => { parts = [...list.querySelectorAll('[data-start]')].map((part) => ({ part, start: startOf(part) })); };
  read();
  new MutationObserver(read).observe(list, { childList: true });
  const keepsUp = document.querySelector('[data-keeps-up]');
  if (keepsUp) keepsUp.hidden = false;
  const isWanted = () => keepsUp?.querySelector('input').checked ?? true;
  const still = matchMedia('(prefers-reduced-motion: reduce)');

  const wordsIn = (part) => {
    const said = part?.querySelector('[data-words]');
    if (!said) return [];
    if (said.childElementCount === 0) {
      const text = said.textContent;
      const words = said.dataset.words.split(' ').map((word) => word.split(':').map(Number));
      const pieces = words.map(([place, ms], at) => {
        const span = document.createElement('span');
        span.dataset.at = String(ms / 1000);
        span.textContent = text.slice(place, words[at + 1]?.[0] ?? text.length);
        return span;
      });
      said.replaceChildren(text.slice(0, words[0][0]), ...pieces);
    }
    return [...said.children];
  };
  const atOf = (word) => Number(word.dataset.at);

  const mark = () => {
    const now = player.currentTime + 0.05;
    const current = parts.findLast(({ start }) => start <= now)?.part;
    const before = list.querySelector('[aria-current]');
    if (current !== before) {
      before?.removeAttribute('aria-current');
      current?.setAttribute('aria-current', 'true');
      if (current && !player.paused && isWanted() && !list.contains(document.activeElement?.closest('form')))
        current.scrollIntoView({ block: 'nearest', behavior: still.matches ? 'auto' : 'smooth' });
    }
    const word = wordsIn(current).findLast((one) => atOf(one) <= now);
    const spoken = list.querySelector('[data-spoken]');
    if (word === spoken) return;
    spoken?.removeAttribute('data-spoken');
    word?.setAttribute('data-spoken', '');
  };
  const loop = () => {
    mark();
    if (!player.paused) requestAnimationFrame(loop);
  };
  player.addEventListener('play', loop);
  for (const type of ['timeupdate', 'seeked']) player.addEventListener(type, mark);

  const seek = (seconds) => {
    player.currentTime = seconds;
    mark();
  };
  // A pause before the media has loaded rejects the promise; the player itself shows that it does not play.
  const play = () => player.play().catch(() => undefined);
  const playFrom = (seconds) => {
    seek(seconds);
    play();
  };

  list.addEventListener('click', (event) => {
    const part = event.target.closest('[data-start]');
    if (!part || event.target.closest('form') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const time = event.target.closest('a.time');
    if (time) {
      event.preventDefault();
      history.replaceState(null, '', time.hash);
      return playFrom(startOf(part));
    }
    if (!event.target.closest('.said') || !getSelection().isCollapsed) return;
    wordsIn(part);
    const word = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-at]');
    if (word) playFrom(atOf(word));
  });

  list.addEventListener('keydown', (event) => {
    if (!event.target.matches('a.time')) return;
    const part = event.target.closest('[data-start]');
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step && !by && event.key !== ' ') return;
    event.preventDefault();
    if (event.key === ' ') return player.paused ? play() : player.pause();
    if (step) {
      const times = [...list.querySelectorAll('a.time')];
      return times[times.indexOf(event.target) + step]?.focus();
    }
    const words = wordsIn(part);
    const at = words.findIndex((word) => 'spoken' in word.dataset);
    const word = words[Math.min(words.length - 1, Math.max(0, at + by))];
    if (word) seek(atOf(word));
  });

  const begin = () => {
    const [, clock] = /^#t=([\\d:]+(?:\\.\\d+)?)$/.exec(location.hash) ?? [];
    if (clock === undefined) return;
    const seconds = clock.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
    seek(seconds);
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  };
  addEventListener('hashchange', begin);
  begin();
};
const followIn = (root) => {
  for (const list of root.querySelectorAll('[data-follows]')) {
    const player = document.getElementById(list.dataset.follows);
    if (player) follow(list, player);
  }
};
followIn(document);
`;
