import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AWS_RETRY_SECONDS, isAwsError } from '#shared/foundation/core/error-name';
import { Refusal, type RefusalKind } from '#shared/foundation/core/refusal';
import { LostRace, Throttled } from '#shared/foundation/core/store';

interface Contents {
  readonly status: ContentfulStatusCode;
  /** The page's heading: what happened. */
  readonly title: string;
  /** What the user can do about it. */
  readonly message: string;
  /** Of the `Retry-After` header. */
  readonly retryInSeconds?: number | undefined;
}

/** An expected error with its status, title and message. Wherever it is thrown, it is rendered as a page. */
export class PageError extends Error implements Contents {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  readonly retryInSeconds: number | undefined;

  constructor({ status, title, message, retryInSeconds }: Contents) {
    super(message);
    this.status = status;
    this.title = title;
    this.retryInSeconds = retryInSeconds;
  }
}

export const pageNotFound = (message = 'The address may be mistyped, or the page no longer exists.') =>
  new PageError({ status: 404, title: 'Page not found', message });

const NO_PERMISSION = 'You do not have permission to do this';
const NOT_SUPPORTED = 'This request is not supported';

const BY_KIND: Readonly<Record<RefusalKind, readonly [ContentfulStatusCode, string]>> = {
  malformed: [400, 'Invalid request'],
  unauthenticated: [401, NO_PERMISSION],
  forbidden: [403, NO_PERMISSION],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, NOT_SUPPORTED],
  not_acceptable: [406, NOT_SUPPORTED],
  conflict: [409, 'This could not be done'],
  precondition_failed: [412, 'This could not be done'],
  unprocessable: [422, 'Some values are not valid'],
  precondition_required: [428, 'This could not be done'],
  rate_limited: [429, 'Too many requests'],
  provider_broke: [502, 'Another service returned an invalid response'],
  unavailable: [503, 'Temporarily unavailable'],
};

/** The page of an expected error; undefined for an unexpected one, which is a defect. */
export function asPageError(error: unknown): PageError | undefined {
  if (error instanceof PageError) return error;
  if (error instanceof Throttled || isAwsError(error)) {
    const message = 'The service is busy. Wait a few seconds, then try again.';
    const retryInSeconds = error instanceof Throttled ? 1 : AWS_RETRY_SECONDS;
    return new PageError({ status: 503, title: 'Temporarily unavailable', message, retryInSeconds });
  }
  if (error instanceof LostRace) {
    const message = 'Another change was saved at the same time. Reload the page, then try again.';
    return new PageError({ status: 409, title: 'This was changed in the meantime', message });
  }
  if (!(error instanceof Refusal)) return undefined;
  const [status, title] = BY_KIND[error.kind];
  return new PageError({ status, title, message: error.message, retryInSeconds: error.extras.retryInSeconds });
}

export const internalError = () =>
  new PageError({
    status: 500,
    title: 'Something went wrong',
    message: 'An error occurred on our side. It was logged. Try again in a moment.',
  });

/** Name and stack frames of a defect. Its message is left out, and lines of it that look like frames: it may quote input. */
export function defectLocation({ name, message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const frames = start < 0 ? [] : stack.slice(start + message.length).split('\n');
  return [name, ...frames.slice(1, 7).map((line) => line.trim())].join(' ');
}
