/**
 * The part of the script that shows what is said in a call. `<div data-live="path" data-then="id">` asks the path for the
 * address of a WebSocket, whose messages docs/api/live.md describes, and goes on after its last segment wherever a
 * connection ends.
 *
 * - `[data-live-log]` gets final segments in the order of their time. It is a live region: screen readers read each once.
 * - `[data-live-now]` has what is being said, which changes word by word and is not read out.
 * - `[data-live-status]` says how it goes.
 *
 * At the end of the call the part with the id `data-then` follows the work of the service: refresh-script.ts.
 */
export const LIVE_TEXT = `
const readAlong = (part) => {
  const log = part.querySelector('[data-live-log]');
  const now = part.querySelector('[data-live-now]');
  const status = part.querySelector('[data-live-status]');
  const partial = new Map();
  let lastId = 0;
  let failures = 0;
  const say = (text) => { if (status.textContent !== text) status.textContent = text; };
  const end = () => {
    say('The call has ended. The transcript is being made.');
    now.textContent = '';
    const then = document.getElementById(part.dataset.then);
    then.dataset.refreshes = then.dataset.afterCall;
    refresh(then.id);
  };
  const itemOf = ({ segment, speaker, text, start }) => {
    const item = document.createElement('li');
    item.dataset.number = segment;
    item.dataset.at = start;
    if (speaker !== null) {
      const name = document.createElement('span');
      name.className = 'speaker';
      name.textContent = speaker + ': ';
      item.append(name);
    }
    item.append(text);
    return item;
  };
  const place = (message) => {
    const item = itemOf(message);
    const before = log.querySelector('[data-number="' + message.segment + '"]');
    if (before) return before.replaceWith(item);
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    const next = [...log.children].find((one) => Number(one.dataset.at) > message.start);
    log.insertBefore(item, next ?? null);
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  };
  const take = (message) => {
    if (message.type === 'status') return message.status;
    if (message.type !== 'segment' || message.id <= lastId) return;
    lastId = message.id;
    partial.delete(message.segment);
    if (message.final) place(message);
    else partial.set(message.segment, message);
    now.replaceChildren(...[...partial.values()].map(itemOf));
  };
  const STATUSES = { joining: 'The notetaker is joining the call.', in_call: 'The words of the call appear here.' };
  // The first message comes at once.
  const LONGEST_OPENING_MS = 15000;
  // The status comes every 30 seconds: a connection without a message for longer was lost.
  const LONGEST_SILENCE_MS = 60000;
  const again = () => {
    failures += 1;
    say('The connection was lost. It is opened again.');
    setTimeout(connect, Math.min(500 * 2 ** failures, 15000) * (0.5 + Math.random() / 2));
  };
  const connect = async () => {
    const response = await fetch(part.dataset.live + '?after=' + lastId, { redirect: 'manual' }).catch(() => undefined);
    if (response?.status === 409) return end();
    if (response?.type === 'opaqueredirect' || [401, 403, 404].includes(response?.status)) return location.reload();
    const address = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (!address) return again();
    const socket = new WebSocket(address.url);
    let silence = setTimeout(() => socket.close(), LONGEST_OPENING_MS);
    let isOver = false;
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.close(), LONGEST_SILENCE_MS);
      failures = 0;
      for (const message of JSON.parse(data)) {
        const state = take(message);
        if (state === 'ended') {
          isOver = true;
          socket.close();
          return end();
        }
        if (state) say(STATUSES[state] ?? '');
      }
    });
    socket.addEventListener('close', () => {
      clearTimeout(silence);
      if (!isOver) again();
    });
  };
  connect();
};
for (const part of document.querySelectorAll('[data-live]')) readAlong(part);
`;
