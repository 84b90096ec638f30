import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';

/** An attempt without a response, or with one that is not valid HTTP. */
export class AttemptFailure extends Error {
  readonly error: AttemptError;
  readonly responseStatus: number | null;

  constructor(error: AttemptError, because: { readonly cause?: unknown; readonly responseStatus?: number } = {}) {
    super(error, { cause: because.cause });
    this.error = error;
    this.responseStatus = because.responseStatus ?? null;
  }
}

const BY_CODE: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'connection_refused',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  EADDRNOTAVAIL: 'connection_refused',
  EAFNOSUPPORT: 'connection_refused',
  ETIMEDOUT: 'timeout_connect',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EPROTO: 'tls_error',
};

const NO_ROUTE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** A failure before the connection was established. Unknown error codes are TLS errors, of which there are many. */
export function connectFailure(cause: unknown, { onlyIpv6 }: { readonly onlyIpv6: boolean }): AttemptFailure {
  const code = codeOf(cause);
  // On a platform without IPv6, a name that has only IPv6 addresses has no usable address.
  if (onlyIpv6 && NO_ROUTE.has(code)) return new AttemptFailure('dns_error', { cause });
  return new AttemptFailure(BY_CODE[code] ?? 'tls_error', { cause });
}

/** A failure on an established connection before the status line. Unknown error codes are violations of HTTP. */
export function exchangeFailure(cause: unknown): AttemptFailure {
  if (cause instanceof AttemptFailure) return cause;
  const code = codeOf(cause);
  // A request that undici refuses to send is a defect of this sender, not a failed attempt.
  if (code === 'UND_ERR_INVALID_ARG') throw cause;
  const message = textOf(cause, 'message');
  // undici has one code for a closed socket and for invalid responses after which it closes the socket.
  if (message === 'bad upgrade') return new AttemptFailure('protocol_error', { cause, responseStatus: 101 });
  if (message === 'bad response') return new AttemptFailure('protocol_error', { cause });
  const tls = code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_');
  return new AttemptFailure(BY_CODE[code] ?? (tls ? 'tls_error' : 'protocol_error'), { cause });
}

const codeOf = (cause: unknown): string => textOf(cause, 'code');

/** Without `instanceof Error`: in jest the errors of Node belong to another realm. */
function textOf(cause: unknown, key: 'code' | 'message'): string {
  const text = typeof cause === 'object' && cause !== null ? Reflect.get(cause, key) : undefined;
  return typeof text === 'string' ? text : '';
}

/** One deadline for everything up to the status line. `awaiting` is the error that it fails with when it passes. */
export class Deadline {
  awaiting: Extract<AttemptError, 'timeout_connect' | 'timeout_response'> = 'timeout_connect';
  readonly #timer: NodeJS.Timeout;
  #expired: AttemptFailure | undefined;
  #onExpiry: ((reason: AttemptFailure) => void) | undefined;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.#expired = new AttemptFailure(this.awaiting);
      this.#onExpiry?.(this.#expired);
    }, milliseconds);
  }

  /**
   * The result of the promise, or a rejection with the timeout; `giveUp` then stops the work that is under way. One
   * promise at a time.
   */
  over<Value>(promise: Promise<Value>, giveUp: (reason: Error) => void): Promise<Value> {
    return new Promise((resolve, reject) => {
      const expire = (reason: AttemptFailure) => {
        giveUp(reason);
        reject(reason);
      };
      if (this.#expired) expire(this.#expired);
      this.#onExpiry = expire;
      promise.then(resolve, reject);
    });
  }

  /** Nothing expires any more. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
