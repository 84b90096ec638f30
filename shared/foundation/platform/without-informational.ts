import type { Socket } from 'node:net';

/** Of the head of one informational response: as much as of any other. */
const MAX_HEAD_BYTES = 65_536;
/** `101` ends HTTP on the connection: nothing would follow it. */
const SWITCHING_PROTOCOLS = '101';
const STATUS_LINE = /^HTTP\/1\.\d 1\d\d/;

/** What the first bytes of a response are. `held`: a head that is not complete and is, or may become, informational. */
interface Unread {
  readonly held: Buffer;
  /** Undefined before the final response has begun. */
  readonly final: Buffer | undefined;
}

/**
 * The bytes without complete informational responses at their beginning (RFC 9110, section 15.2): a client passes over
 * those it does not expect. A head that is too long, and `101`, are left for the parser to refuse.
 */
export function skipInformational(bytes: Buffer): Unread {
  let rest = bytes;
  while (mayBeInformational(rest)) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0 && rest.length <= MAX_HEAD_BYTES) return { held: rest, final: undefined };
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return { held: NOTHING, final: rest.length === 0 ? undefined : rest };
}

const NOTHING = Buffer.alloc(0);

/** Of bytes that break off within the status line: whether it may become one of 1xx. */
function mayBeInformational(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  const start = bytes.subarray(0, EXAMPLE.length).toString('latin1');
  const statusLine = start + EXAMPLE.slice(start.length);
  return STATUS_LINE.test(statusLine) && !statusLine.endsWith(SWITCHING_PROTOCOLS);
}

const EXAMPLE = 'HTTP/1.1 100';

/** A socket from which undici does not read informational responses. */
export interface FinalResponses {
  /** From the next byte on, another response is expected. */
  expectResponse(): void;
}

/**
 * Takes informational responses out of what is read from a socket: undici closes the connection for an unrequested
 * `100 Continue`. `onByte` is called for the first bytes of each response, informational or not.
 */
export function withoutInformational(socket: Socket, onByte: () => void = () => undefined): FinalResponses {
  const read = socket.read.bind(socket);
  let held: Buffer = NOTHING;
  let isAwaited = true;
  socket.read = (size?: number) => {
    // Node asks for nothing, to have the socket filled.
    if (!isAwaited || size === 0) return read(size);
    for (let chunk: Buffer | null = read(); chunk !== null; chunk = read()) {
      onByte();
      const unread = skipInformational(Buffer.concat([held, chunk]));
      held = unread.held;
      isAwaited = unread.final === undefined;
      if (unread.final) return unread.final;
    }
    return null;
  };
  return {
    expectResponse() {
      held = NOTHING;
      isAwaited = true;
    },
  };
}
