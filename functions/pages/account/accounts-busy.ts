import { AccountsBusy } from '#shared/accounts/identity/ports';
import { PageError } from '#shared/api/page-kit/page-error';

/** Cognito has limits of its own for emails and attempts; over them, this throws a 429 page. */
export function throwPageError(error: unknown): never {
  if (!(error instanceof AccountsBusy)) throw error;
  throw new PageError({ status: 429, title: 'Too many requests', message: 'Wait a few minutes, then try again.' });
}
