/**
 * The part of the script that sends a file. A form to the path begins its upload; its parts go to storage by the links
 * that come back, three at a time for the whole page, and the `ETag` of each completes it. A part is tried five times,
 * with a link that is signed anew; storage that takes no byte for a minute counts as a failed attempt. A file that is
 * sent again sends the parts that are missing, or begins anew where the service has the upload no longer.
 */
export const SEND_TEXT = `
const failure = (message, status) => Object.assign(new Error(message), { status });

const putPart = (url, part, { signal, onSent }) => new Promise((resolve, reject) => {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  let stalled;
  const stop = () => request.abort();
  const alive = () => {
    clearTimeout(stalled);
    stalled = setTimeout(stop, 60000);
  };
  request.open('PUT', url);
  request.upload.addEventListener('progress', ({ loaded }) => {
    alive();
    onSent(loaded);
  });
  request.addEventListener('loadend', () => {
    clearTimeout(stalled);
    signal.removeEventListener('abort', stop);
    const { status } = request;
    const etag = status === 200 && request.getResponseHeader('etag');
    if (etag) return resolve(etag);
    onSent(0);
    reject(failure(status === 0 ? 'The connection to the storage was lost.' : 'The storage refused the file.', status));
  });
  signal.addEventListener('abort', stop);
  alive();
  request.send(part);
});

const MOST_ATTEMPTS = 5;
const PASSING = [403, 408, 429];
const retried = async (work, signal, attempt = 1) => {
  try {
    return await work(attempt);
  } catch (error) {
    const isFinal = error.status >= 400 && error.status < 500 && !PASSING.includes(error.status);
    if (signal.aborted || isFinal || attempt === MOST_ATTEMPTS) throw error;
    await new Promise((later) => setTimeout(later, 500 * 2 ** attempt));
    signal.throwIfAborted();
    return retried(work, signal, attempt + 1);
  }
};

const turnsOf = (count) => {
  let free = count;
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};

const senderOf = ({ uploads: path, token, partBytes }) => {
  const inTurn = turnsOf(3);

  const post = async (rest, fields, signal) => {
    const request = {
      method: 'POST',
      body: new URLSearchParams({ _token: token, ...fields }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(60000)]),
    };
    const response = await fetch(path + rest, request).catch(() => undefined);
    if (!response) throw failure('The service was not reached.', 0);
    if (response.ok) return response.json();
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    throw failure(page.querySelector('.lead')?.textContent ?? 'The service refused the file.', response.status);
  };

  const sendPart = (row, number, signal) => inTurn(() => retried(async (attempt) => {
    signal.throwIfAborted();
    if (attempt > 1) row.begun.parts = (await post('/' + row.begun.id + '/links', {}, signal)).parts;
    const from = (number - 1) * partBytes;
    const part = row.file.slice(from, from + Number(partBytes));
    const onSent = (bytes) => {
      row.bytes[number] = bytes;
      row.sent(Object.values(row.bytes).reduce((sum, one) => sum + one, 0));
    };
    row.etags['etag-' + number] = await putPart(row.begun.parts[number - 1].signed_url, part, { signal, onSent });
  }, signal));

  return async (row, signal) => {
    try {
      if (!row.begun) {
        const begun = await post('', { filename: row.file.name, size: row.file.size }, signal);
        Object.assign(row, { begun, etags: {}, bytes: {} });
      }
      const missing = row.begun.parts.filter(({ number }) => !row.etags['etag-' + number]);
      await Promise.all(missing.map(({ number }) => sendPart(row, number, signal)));
      await retried(() => post('/' + row.begun.id + '/complete', row.etags, signal), signal);
    } catch (error) {
      if ([404, 409, 422].includes(error.status)) row.begun = undefined;
      throw error;
    }
  };
};
`;
