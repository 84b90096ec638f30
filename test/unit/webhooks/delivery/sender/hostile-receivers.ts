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
  readonly what: string;
  /** `elsewhere` is a port that must get no connection. */
  readonly receiver: (elsewhere: number) => Promise<Receiver>;
  readonly responseStatus: number | null;
  readonly error: AttemptError | null;
}

type Verdict = readonly [responseStatus: number | null, error: AttemptError | null];

const behaviour = (what: string, receiver: Behaviour['receiver'], verdict: Verdict): Behaviour => ({
  ...{ what, receiver },
  responseStatus: verdict[0],
  error: verdict[1],
});

const answered = (head: string, body = '') => `HTTP/1.1 ${head}\r\n\r\n${body}`;
const saying = (bytes: string) => () => aRawTlsReceiver(certificate, bytes);
const doing = (act: (socket: Socket, wire: Socket) => void) => () => aRawTlsReceiver(certificate, act);

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  [
    ['instance metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['this machine', (elsewhere: number) => `http://127.0.0.1:${elsewhere}/`],
    ['another public URL', (elsewhere: number) => `https://${NAME}:${elsewhere}/`],
  ].map(([whither, location]) =>
    behaviour(
      `redirects to ${whither} with ${status}`,
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
    behaviour(`answers ${status} without a Location`, saying(answered(`${status} Hm\r\nContent-Length: 0`)), [
      status,
      'redirect',
    ]),
  ),
  behaviour(
    'requests a refresh from another URL, by a header and in HTML',
    (elsewhere) => aRawTlsReceiver(certificate, REFRESH(`http://127.0.0.1:${elsewhere}/`)),
    [200, null],
  ),
  behaviour(
    'hides a line break in the Location',
    (elsewhere) =>
      aRawTlsReceiver(
        certificate,
        answered(`302 Found\r\nLocation: http://127.0.0.1:${elsewhere}/%0d%0aHost:%20a\r\nContent-Length: 0`),
      ),
    [302, 'redirect'],
  ),
  behaviour(
    'folds the line of the Location',
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
    'switches protocols',
    saying(answered('101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade')),
    [101, 'protocol_error'],
  ),
  behaviour('sends early hints first', saying(answered('103 Early Hints\r\nLink: </a>') + OKAY), [200, null]),
  behaviour('sends 102 Processing first', saying(answered('102 Processing') + OKAY), [200, null]),
  ...(
    [
      ['an unrequested 100 Continue', answered('100 Continue')],
      ['a 100 of HTTP/1.0', 'HTTP/1.0 100 Continue\r\n\r\n'],
      ['a 100 without a reason phrase', answered('100 ')],
      ['104 Upload Resumption Supported', answered('104 Upload Resumption Supported\r\nUpload-Draft: 7')],
      ['an undefined 199', answered('199 Wait')],
      [
        'five of them',
        ['103 Early Hints\r\nLink: </a>', '100 Continue', '100 Continue', '102 Wait', '199 x']
          .map((one) => answered(one))
          .join(''),
      ],
      ['103 with 40 KB of headers', answered(`103 Early Hints\r\nLink: ${'x'.repeat(40_000)}`)],
    ] as const
  ).map(([what, first]) => behaviour(`sends ${what} first`, saying(first + OKAY), [200, null])),
  behaviour(
    'sends 100 Continue and its answer a byte at a time',
    doing((socket) => inSingleBytes(socket, answered('100 Continue') + OKAY)),
    [200, null],
  ),
  behaviour(
    'sends 100 Continue before it refuses',
    saying(`${answered('100 Continue')}${answered('410 Gone\r\nContent-Length: 0')}`),
    [410, null],
  ),
  behaviour('sends 100 Continue and hangs up', saying(answered('100 Continue')), [null, 'connection_reset']),
  behaviour('sends 100 Continue and nonsense', saying(`${answered('100 Continue')}hello there`), [
    null,
    'protocol_error',
  ]),
];

/** Each in a packet of its own. */
function inSingleBytes(socket: Socket, text: string): void {
  const [byte, ...rest] = text;
  if (byte === undefined) socket.end();
  else socket.write(byte, () => setImmediate(() => inSingleBytes(socket, rest.join(''))));
}

const longHeaders = (
  [
    ['17 KB of headers', [17_000]],
    ['40 KB of headers', [40_000]],
    ['64 KB of headers, line breaks included', [65_536 - OKAY.length - 'x-long: \r\n'.length]],
    ['60 KB of headers in 600 lines', Array.from({ length: 600 }, () => 90)],
  ] as const
).map(([what, lengths]) =>
  behaviour(
    `answers with ${what}`,
    saying(
      answered(`200 OK\r\nContent-Length: 0${lengths.map((length) => `\r\nx-long: ${'x'.repeat(length)}`).join('')}`),
    ),
    [200, null],
  ),
);

const successes = [200, 201, 202, 204, 226, 299].map((status) =>
  behaviour(`answers ${status}`, saying(answered(`${status} Fine\r\nContent-Length: 0`)), [status, null]),
);

const noHttp = (
  [
    ['no status line', 'hello there', null],
    ['HTTP/0.9', '<html></html>\r\n', null],
    ['an unknown version', 'HTTP/9.9 200 OK\r\n\r\n', null],
    ['a status of two digits', answered('20 OK'), null],
    ['a status below 100', answered('099 OK'), 99],
    ['a header line without a colon', answered('200 OK\r\nnonsense'), null],
    ['two lengths that differ', answered('200 OK\r\nContent-Length: 1\r\nContent-Length: 2', 'ab'), null],
    ['a megabyte of headers', answered(`200 OK\r\nx-long: ${'x'.repeat(1_048_576)}`), null],
    ['70 KB of headers', answered(`200 OK\r\nx-long: ${'x'.repeat(70_000)}`), null],
    ['an informational head of a megabyte', answered(`103 Early Hints\r\nLink: ${'x'.repeat(1_048_576)}`) + OKAY, null],
  ] as const
).map(([what, bytes, status]) => behaviour(`answers with ${what}`, saying(bytes), [status, 'protocol_error']));

/** A byte a second. */
const drip = (text: string) => (socket: Socket) => {
  const bytes = [...text];
  const timer = setInterval(() => socket.write(bytes.shift() ?? 'x'), 1_000);
  socket.on('close', () => clearInterval(timer));
};

const silences = [
  behaviour('accepts the connection without a TLS handshake', () => aSilentReceiver(), [null, 'timeout_connect']),
  behaviour('never finishes the handshake', () => aRawReceiver((socket) => void socket.write('\x16\x03\x03')), [
    null,
    'timeout_connect',
  ]),
  behaviour(
    'never answers',
    doing(() => {}),
    [null, 'timeout_response'],
  ),
  behaviour('answers a byte a second', doing(drip(OKAY)), [null, 'timeout_response']),
  behaviour(
    'sends early hints for ever',
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
  behaviour('has a body without end', doing(flood('200 OK', 'x'.repeat(KB_64))), [200, null]),
  behaviour(
    'has a body of a byte a second',
    doing((socket) => {
      socket.write(answered('200 OK', 'drop'));
      drip('')(socket);
    }),
    [200, null],
  ),
  behaviour(
    'has no body where it announced one',
    doing((socket) => void socket.write(answered('200 OK\r\nContent-Length: 9'))),
    [200, null],
  ),
  behaviour('has a body of a gigabyte', doing(flood('200 OK\r\nContent-Length: 1000000000', 'x'.repeat(KB_64))), [
    200,
    null,
  ]),
  behaviour('sends chunks for ever', doing(flood('200 OK\r\nTransfer-Encoding: chunked', chunk)), [200, null]),
  behaviour('sends a gzip bomb', doing(flood('200 OK\r\nContent-Encoding: gzip', gzipSync(Buffer.alloc(10_000_000)))), [
    200,
    null,
  ]),
];

const hangUps = [
  behaviour(
    'resets before the status line',
    doing((_socket, wire) => void wire.resetAndDestroy()),
    [null, 'connection_reset'],
  ),
  behaviour(
    'resets after the status line',
    doing((socket, wire) => {
      socket.write(answered('200 OK\r\nContent-Length: 100', 'half'), () => wire.resetAndDestroy());
    }),
    [200, null],
  ),
  behaviour(
    'hangs up before the status line',
    doing((socket) => void socket.end()),
    [null, 'connection_reset'],
  ),
  behaviour(
    'hangs up in the middle of the status line',
    doing((socket) => void socket.end('HTTP/1.1 2')),
    [null, 'connection_reset'],
  ),
  behaviour(
    'closes its half after an answer without length',
    doing((socket) => void socket.end(answered('200 OK', 'done'))),
    [200, null],
  ),
  behaviour('hangs up during the handshake', () => aRawReceiver((socket) => void socket.destroy()), [
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
    ['presents a certificate that has expired', aCertificate(authority, { hosts: [NAME], expired: true })],
    ['presents a certificate that is self-signed', aCertificate(anAuthority('Itself'), { hosts: [NAME] })],
    ['presents a certificate for another name', aCertificate(authority, { hosts: ['other.example'] })],
    ['presents a certificate for its address alone', aCertificate(authority, { hosts: ['127.0.0.1'] })],
    ['speaks TLS 1.0', OLD_TLS],
  ] as const
).map(([what, options]) => behaviour(what, () => aTlsReceiver(options), [null, 'tls_error']));

const plain = [behaviour('speaks plain HTTP where TLS is expected', () => aReceiver(), [null, 'tls_error'])];

const refusals = [
  ...[400, 401, 403, 404, 410, 418, 500, 999].map((status) =>
    behaviour(`answers ${status}`, saying(answered(`${status} No\r\nContent-Length: 2`, 'no')), [status, null]),
  ),
  ...[429, 503].flatMap((status) =>
    ['99999999', '100000000000000000000', '-5', '1e309', 'Thu, 01 Jan 1970 00:00:00 GMT', '\u00ff\u00fe'].map(
      (retryAfter) =>
        behaviour(
          `answers ${status} with Retry-After ${retryAfter}`,
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
  ...longHeaders,
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
export const titledBehaviours = behaviours.map((one) => [one.what, one] as const);
