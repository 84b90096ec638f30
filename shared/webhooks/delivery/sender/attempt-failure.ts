import type { AttemptError } from '#shared/webhooks/delivery/rules/attempt';

/** An attempt that came to no answer, or to one that is none. */
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

/** What went wrong before a connection stood. What no code names is TLS: a certificate can fail in thirty ways. */
export function connectFailure(cause: unknown, { onlyIpv6 }: { readonly onlyIpv6: boolean }): AttemptFailure {
  const code = codeOf(cause);
  // Where this platform has no IPv6, a name with nothing else has no address that we can use.
  if (onlyIpv6 && NO_ROUTE.has(code)) return new AttemptFailure('dns_error', { cause });
  return new AttemptFailure(BY_CODE[code] ?? 'tls_error', { cause });
}

/** What went wrong on a standing connection, before a status line. What no code names is not HTTP. */
export function exchangeFailure(cause: unknown): AttemptFailure {
  if (cause instanceof AttemptFailure) return cause;
  const code = codeOf(cause);
  // Our own doing: a request that undici will not send is a defect, not an attempt.
  if (code === 'UND_ERR_INVALID_ARG') throw cause;
  const message = textOf(cause, 'message');
  // undici has one code for a closed socket and for answers it closes the socket over.
  if (message === 'bad upgrade') return new AttemptFailure('protocol_error', { cause, responseStatus: 101 });
  if (message === 'bad response') return new AttemptFailure('protocol_error', { cause });
  const tls = code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_');
  return new AttemptFailure(BY_CODE[code] ?? (tls ? 'tls_error' : 'protocol_error'), { cause });
}

const codeOf = (cause: unknown): string => textOf(cause, 'code');

/** Not `instanceof Error`: what Node itself throws is of another realm where tests run. */
function textOf(cause: unknown, key: 'code' | 'message'): string {
  const text = typeof cause === 'object' && cause !== null ? Reflect.get(cause, key) : undefined;
  return typeof text === 'string' ? text : '';
}
