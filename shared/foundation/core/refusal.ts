/** Why a request is refused; the edge turns a kind into a status in one place. */
export type RefusalKind =
  | 'malformed' // 400
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not_found' // 404
  | 'method_not_allowed' // 405
  | 'not_acceptable' // 406
  | 'conflict' // 409
  | 'precondition_failed' // 412
  | 'unprocessable' // 422
  | 'precondition_required' // 428
  | 'rate_limited' // 429
  | 'provider_broke' // 502
  | 'unavailable'; // 503

export interface Fault {
  /** Stable and snake_case: what callers branch on. */
  readonly code: string;
  /** A sentence for a person: what was wrong and where. */
  readonly message: string;
  /** Dotted path of the request field at fault, when it is one field. */
  readonly field?: string;
}

export interface RefusalExtras {
  readonly retryInSeconds?: number;
  /** Methods the path does take, for `Allow`. */
  readonly allow?: readonly string[];
  /** Faults that were counted beside those listed. */
  readonly more?: number;
}

/** An expected "no". Anything else that is thrown is a defect. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly faults: readonly Fault[];
  readonly extras: RefusalExtras;

  constructor(kind: RefusalKind, faults: readonly Fault[], extras: RefusalExtras = {}) {
    super(faults.map((fault) => fault.message).join(' '));
    this.kind = kind;
    this.faults = faults;
    this.extras = extras;
  }
}

export const badRequest = (message: string, field?: string) =>
  new Refusal('malformed', [{ code: 'bad_request', message, ...(field !== undefined && { field }) }]);

export const missing = (fields: readonly string[]) =>
  new Refusal(
    'malformed',
    fields.map((field) => ({ code: 'missing', message: `The parameter ${field} is missing.`, field })),
  );

export const unprocessable = (field: string, code: string, message: string) =>
  new Refusal('unprocessable', [{ code, message, field }]);

export const unauthorized = () => new Refusal('unauthenticated', [{ code: 'unauthorized', message: 'Unauthorized' }]);

export const forbidden = (code: string, message: string) => new Refusal('forbidden', [{ code, message }]);

/** The same words for an id that never was and for one that lives elsewhere. */
export const notFound = (what: string) =>
  new Refusal('not_found', [{ code: 'not_found', message: `There is no such ${what}.` }]);

export const conflict = (message: string, code = 'conflict') => new Refusal('conflict', [{ code, message }]);
