import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';
import { aCertificate, anAuthority } from './certificates.ts';
import { aRawReceiver, aRawTlsReceiver, aReceiver, aSilentReceiver, aTlsReceiver, type Receiver } from './receivers.ts';

export const authority = anAuthority();
export const NAME = 'hooks.customer.com';
export const certificate = aCertificate(authority, { hosts: [NAME] });

/** The behaviour of a hostile receiver, and the attempt that must result from it with any sender. */
export interface Behaviour {
  readonly row: string;
  readonly what: string;
  /** `elsewhere` is a port that must get no connection. */
  readonly receiver: (elsewhere: number) => Promise<Receiver>;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
}

type Verdict = readonly [responseStatus: number | null, error: AttemptError | null];

const behaviour = (row: string, what: string, receiver: Behaviour['receiver'], verdict: Verdict): Behaviour => ({
  ...{ row, what, receiver },
  responseStatus: verdict[0],
  error: verdict[1],
});

const answered = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`;
const saying = (bytes: string) => () => aRawTlsReceiver(certificate, bytes);
const doing = (act: (socket: Socket, wire: Socket) => void) => () => aRawTlsReceiver(certificate, act);

const redirects = [301, 302, 303, 307, 308].flatMap((status, at) =>
  [
    ['instance metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['this machine', (elsewhere: number) => `http://127.0.0.1:${elsewhere}/`],
    ['another public URL', (elsewhere: number) => `https://${NAME}:${elsewhere}/`],
  ].map(([whither, location]) =>
    behaviour(
      `V${at + 1}`,
      `sends on to ${whither} by ${status}`,
      (elsewhere) =>
        aTlsReceiver(certificate, {
          answer: (response) =>
            response
              .writeHead(status, { location: typeof location === 'string' ? location : location?.(elsewhere) })
              .end(),
        }),
      [status, 'redirect'],
    ),
  ),
);

const REFRESH = (there: string) =>
  answered(`200 OK\r\nRefresh: 0; url=${there}`, `<meta http-equiv="refresh" content="0; url=${there}">`);

const redirectsThatAreNone = [
  ...[300, 302, 304, 308].map((status) =>
    behaviour('V6', `answers ${status} without a place`, saying(answered(`${status} Hm\r\nContent-Length: 0`)), [
      status,
      'redirect',
    ]),
  ),
  behaviour(
    'V7',
    'asks to be refreshed from elsewhere, by a header and in HTML',
    (elsewhere) => aRawTlsReceiver(certificate, REFRESH(`http://127.0.0.1:${elsewhere}/`)),
    [200, null],
  ),
  behaviour(
    'V7',
    'hides a line break in the place that it sends on to',
    (elsewhere) =>
      aRawTlsReceiver(
        certificate,
        answered(`302 Found\r\nLocation: http://127.0.0.1:${elsewhere}/%0d%0aHost:%20a\r\nContent-Length: 0`),
      ),
    [302, 'redirect'],
  ),
  behaviour(
    'V7',
    'breaks the line of the place that it sends on to',
    (elsewhere) =>
      aRawTlsReceiver(
        certificate,
        answered(`302 Found\r\nLocation: /\r\n http://127.0.0.1:${elsewhere}/\r\nContent-Length: 0`),
      ),
    [null, 'protocol_error'],
  ),
];

const OKAY = answered('200 OK\r\nContent-Length: 0');

const interim = [
  behaviour(
    'V8',
    'switches protocols',
    saying(answered('101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade')),
    [101, 'protocol_error'],
  ),
  behaviour('V8', 'gives early hints first', saying(answered('103 Early Hints\r\nLink: </a>') + OKAY), [200, null]),
  behaviour('V8', 'says that it is processing first', saying(answered('102 Processing') + OKAY), [200, null]),
  behaviour('V8', 'sends an unrequested 100 Continue', saying(answered('100 Continue') + OKAY), [
    null,
    'protocol_error',
  ]),
];

const successes = [200, 201, 202, 204, 226, 299].map((status) =>
  behaviour('V9', `answers ${status}`, saying(answered(`${status} Fine\r\nContent-Length: 0`)), [status, null]),
);

const noHttp = (
  [
    ['an undefined interim status', answered('199 Wait'), 199],
    ['no status line', 'hello there', null],
    ['HTTP/0.9', '<html></html>\r\n', null],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n', null],
    ['a status of two digits', answered('20 OK'), null],
    ['a status below 100', answered('099 OK'), 99],
    ['a header line without a colon', answered('200 OK\r\nnonsense'), null],
    ['two lengths that differ', answered('200 OK\r\nContent-Length: 1\r\nContent-Length: 2', 'ab'), null],
    ['a megabyte of headers', answered(`200 OK\r\nx-long: ${'x'.repeat(1_048_576)}`), null],
    ['17 KB of headers', answered(`200 OK\r\nx-long: ${'x'.repeat(17_000)}`), null],
  ] as const
).map(([what, bytes, status]) => behaviour('V10', `says ${what}`, saying(bytes), [status, 'protocol_error']));

/** A byte a second. */
const drip = (text: string) => (socket: Socket) => {
  const bytes = [...text];
  const timer = setInterval(() => socket.write(bytes.shift() ?? 'x'), 1_000);
  socket.on('close', () => clearInterval(timer));
};

const silences = [
  behaviour('V12', 'takes the connection and never shakes hands', () => aSilentReceiver(), [null, 'timeout_connect']),
  behaviour('V12', 'never finishes the handshake', () => aRawReceiver((socket) => void socket.write('\x16\x03\x03')), [
    null,
    'timeout_connect',
  ]),
  behaviour(
    'V12',
    'never answers',
    doing(() => {}),
    [null, 'timeout_response'],
  ),
  behaviour('V12', 'answers a byte a second', doing(drip(OKAY)), [null, 'timeout_response']),
  behaviour(
    'V12',
    'gives hints for ever',
    doing((socket) => {
      const timer = setInterval(() => socket.write(answered('103 Early Hints')), 1_000);
      socket.on('close', () => clearInterval(timer));
    }),
    [null, 'timeout_response'],
  ),
];

/** Writes the same again and again for as long as it is read. */
export const flood =
  (head: string, part: string | Buffer) =>
  (socket: Socket): void => {
    socket.write(answered(head));
    const pour = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', pour);
    pour();
  };

const KB_64 = 65_536;
const chunk = `${KB_64.toString(16)}\r\n${'y'.repeat(KB_64)}\r\n`;

const bodies = [
  behaviour('V13', 'has a body without end', doing(flood('200 OK', 'x'.repeat(KB_64))), [200, null]),
  behaviour(
    'V13',
    'has a body of a byte a second',
    doing((socket) => {
      socket.write(answered('200 OK', 'drop'));
      drip('')(socket);
    }),
    [200, null],
  ),
  behaviour(
    'V13',
    'has no body where it announced one',
    doing((socket) => void socket.write(answered('200 OK\r\nContent-Length: 9'))),
    [200, null],
  ),
  behaviour(
    'V14',
    'has a body of a gigabyte',
    doing(flood('200 OK\r\nContent-Length: 1000000000', 'x'.repeat(KB_64))),
    [200, null],
  ),
  behaviour('V14', 'sends chunks for ever', doing(flood('200 OK\r\nTransfer-Encoding: chunked', chunk)), [200, null]),
  behaviour(
    'V14',
    'sends a bomb of gzip',
    doing(flood('200 OK\r\nContent-Encoding: gzip', gzipSync(Buffer.alloc(10_000_000)))),
    [200, null],
  ),
];

const hangUps = [
  behaviour(
    'V15',
    'resets before the status line',
    doing((_socket, wire) => void wire.resetAndDestroy()),
    [null, 'connection_reset'],
  ),
  behaviour(
    'V15',
    'resets after the status line',
    doing((socket, wire) => {
      socket.write(answered('200 OK\r\nContent-Length: 100', 'half'), () => wire.resetAndDestroy());
    }),
    [200, null],
  ),
  behaviour(
    'V15',
    'hangs up before the status line',
    doing((socket) => void socket.end()),
    [null, 'connection_reset'],
  ),
  behaviour(
    'V15',
    'hangs up in the middle of the status line',
    doing((socket) => void socket.end('HTTP/1.1 2')),
    [null, 'connection_reset'],
  ),
  behaviour(
    'V15',
    'closes its half after an answer without length',
    doing((socket) => void socket.end(answered('200 OK', 'done'))),
    [200, null],
  ),
  behaviour('V15', 'hangs up during the handshake', () => aRawReceiver((socket) => void socket.destroy()), [
    null,
    'connection_reset',
  ]),
];

const OLD_TLS: ServerOptions = {
  ...certificate,
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1',
  ciphers: 'DEFAULT:@SECLEVEL=0',
};

const tls = (
  [
    ['V16', 'shows a certificate that has expired', aCertificate(authority, { hosts: [NAME], expired: true })],
    ['V16', 'shows a certificate of its own making', aCertificate(anAuthority('Itself'), { hosts: [NAME] })],
    ['V16', 'shows a certificate for another name', aCertificate(authority, { hosts: ['other.example'] })],
    ['V16', 'shows a certificate for its address alone', aCertificate(authority, { hosts: ['127.0.0.1'] })],
    ['V16', 'speaks TLS 1.0', OLD_TLS],
  ] as const
).map(([row, what, options]) => behaviour(row, what, () => aTlsReceiver(options), [null, 'tls_error']));

const plain = [behaviour('V17', 'speaks plain HTTP where TLS is expected', () => aReceiver(), [null, 'tls_error'])];

const refusals = [
  ...[400, 401, 403, 404, 410, 418, 500, 999].map((status) =>
    behaviour('V19', `answers ${status}`, saying(answered(`${status} No\r\nContent-Length: 2`, 'no')), [status, null]),
  ),
  ...[429, 503].flatMap((status) =>
    ['99999999', '-5', '1e309', 'Thu, 01 Jan 1970 00:00:00 GMT', '\u00ff\u00fe'].map((retryAfter) =>
      behaviour(
        'V20',
        `answers ${status} and wants to be left alone for ${retryAfter}`,
        saying(answered(`${status} Busy\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0`)),
        [status, null],
      ),
    ),
  ),
];

export const behaviours: readonly Behaviour[] = [
  ...redirects,
  ...redirectsThatAreNone,
  ...interim,
  ...successes,
  ...noHttp,
  ...silences,
  ...bodies,
  ...hangUps,
  ...tls,
  ...plain,
  ...refusals,
];

/** For `it.each`. */
export const titledBehaviours = behaviours.map((one) => [one.row, one.what, one] as const);
