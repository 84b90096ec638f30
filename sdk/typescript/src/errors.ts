import type { Errors } from './generated/types.gen.js';

/** One reason for which a request was refused. */
export type ErrorDetail = Errors['errors'][number];

/** A response with an error status. Branch on `code`; an unknown code is handled by `status`. */
export class RapporteurError extends Error {
  override readonly name = 'RapporteurError';
  /** The HTTP status. */
  readonly status: number;
  /** All reasons; empty where the response is not of the API, such as the plain text of a flood limit. */
  readonly errors: readonly ErrorDetail[];
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;

  constructor(status: number, errors: readonly ErrorDetail[], requestId: string | undefined, text?: string) {
    super(errors.map(({ message }) => message).join(' ') || text || `The response has the status ${status}.`);
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
  }

  /** The code of the first reason; undefined where the response has none. */
  get code(): string | undefined {
    return this.errors[0]?.code;
  }
}

/** No whole response: the connection was refused, broke off, or took too long. `cause` says why. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(cause: unknown) {
    super(`No response: ${reasonOf(cause)}`, { cause });
  }
}

/** `fetch` says only that it failed; its cause says why. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error ? reasonOf(cause) : error.message;
}

/** What a failed request throws, of what its response says. */
export function errorOf(said: unknown, response: Response | undefined): Error {
  if (said instanceof RapporteurError) return said;
  // A body that is read as it comes may break off as well.
  if (!response || (response.ok && said instanceof Error)) return new ConnectionError(said);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  return new RapporteurError(response.status, detailsIn(said), requestId, typeof said === 'string' ? said : undefined);
}

const detailsIn = (said: unknown): readonly ErrorDetail[] =>
  typeof said === 'object' && said !== null && 'errors' in said && Array.isArray(said.errors) ? said.errors : [];
