import { AccountsBusy } from '#shared/identity/ports';
import { addressHash } from '#shared/page-kit/page-app';
import { PageError } from '#shared/page-kit/page-error';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { AccountDependencies } from './dependencies.ts';

/** Counts a request that sends an email or tries a code, by IP address. Throws the 429 over the limit. */
export const limitSignUps = ({ clock, useOf, limitCounter }: AccountDependencies, c: PageContext): Promise<void> =>
  limitCounter.take(useOf('sign_ups', addressHash(c), clock.now()));

/** Cognito has limits of its own for emails and attempts; over them, this throws a 429 page. */
export function throwPageError(error: unknown): never {
  if (!(error instanceof AccountsBusy)) throw error;
  throw new PageError({ status: 429, title: 'Too many requests', message: 'Wait a few minutes, then try again.' });
}
