import { wordIn } from '#shared/calendars/requests/answer-of';
import { retryAfterMs } from '#shared/calendars/requests/retry-after';
import { ProviderDown, ProviderThrottled } from '#shared/calendars/sync/ports/calendar-provider';
import type { Instant } from '#shared/core/time';

/** What an authorization server said in refusing (RFC 6749): in the person's return, or in answer to a request. */
export interface OAuthRefusal {
  readonly error: string;
  /** Words for developers, in which Microsoft hides its codes. Never to be logged. */
  readonly description: string;
}

/** What went wrong, told apart by what can be done about it. */
export type OAuthFailure =
  | { readonly kind: 'refused'; readonly refusal: OAuthRefusal }
  /** Its token endpoint refuses this deployment's own client: an id or a secret that is wrong or has lapsed. */
  | { readonly kind: 'client'; readonly refusal: OAuthRefusal }
  /** The server is not to be had, or wants to be left alone. */
  | { readonly kind: 'trouble'; readonly error: ProviderDown | ProviderThrottled }
  /** It answered, and what it answered does not hold: a state or id token that is not ours, no JSON. */
  | { readonly kind: 'nonsense' };

const OF_THE_CLIENT = ['invalid_client', 'unauthorized_client', 'deleted_client', 'disabled_client'];

/**
 * Reads what `openid-client` threw. Its errors carry whole answers, tokens included, so that none of them goes on as a
 * cause; they are told apart by their parts, for there is more than one `Error` where tests run.
 */
export function failureOf(thrown: unknown, who: string, now: Instant): OAuthFailure {
  const { error, error_description: description, code, status, response, cause } = partsOf(thrown);
  const answer = answerIn(response) ?? answerIn(cause);
  const answered = answer?.status ?? (typeof status === 'number' ? status : undefined);
  if (answered === 429)
    return { kind: 'trouble', error: new ProviderThrottled(`${who} answered 429.`, waitIn(answer, now)) };
  if (answered !== undefined && answered >= 500)
    return { kind: 'trouble', error: new ProviderDown(`${who} answered ${answered}.`) };
  if (typeof error === 'string') {
    const kind = answered !== undefined && OF_THE_CLIENT.includes(error) ? 'client' : 'refused';
    return { kind, refusal: { error, description: typeof description === 'string' ? description : '' } };
  }
  return typeof code === 'string' && code !== 'OAUTH_TIMEOUT' && code !== 'OAUTH_ABORT'
    ? { kind: 'nonsense' }
    : { kind: 'trouble', error: new ProviderDown(`${who} gave no answer.`) };
}

/** `access_denied`, as far as a message may say it. */
export const refusedWith = ({ error }: OAuthRefusal, who: string): string => `${who} refused${wordIn(error)}.`;

/** Microsoft's own codes, `AADSTS65001` and the like, as numbers. */
export const microsoftCodes = ({ description }: OAuthRefusal): readonly number[] =>
  [...description.matchAll(/AADSTS(\d{4,9})/g)].map(([, digits]) => Number(digits));

const partsOf = (thrown: unknown): Readonly<Record<string, unknown>> =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>) : {};

interface AnswerSeen {
  readonly status: number;
  readonly headers: unknown;
}

function answerIn(value: unknown): AnswerSeen | undefined {
  const { status, headers } = partsOf(value);
  return typeof status === 'number' ? { status, headers } : undefined;
}

function waitIn(answer: AnswerSeen | undefined, now: Instant): number | undefined {
  const headers = answer?.headers;
  return typeof headers === 'object' && headers !== null && 'get' in headers
    ? retryAfterMs(headers as Headers, now)
    : undefined;
}
