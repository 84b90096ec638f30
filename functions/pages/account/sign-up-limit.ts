import { callerAddress } from '#shared/http/request/caller-address';
import { AccountsBusy } from '#shared/identity/ports/accounts';
import { PageError } from '#shared/page-kit/page-error';
import type { PageContext } from '#shared/page-kit/page-kit';
import type { AccountDependencies } from './dependencies.ts';

/** Counts a request that sends an email or tries a code, by IP address. Throws the 429 over the limit. */
export function limitSignUps({ clock, useOf, limitCounter, proxies }: AccountDependencies, c: PageContext) {
  const sourceIp = c.env?.requestContext?.http?.sourceIp ?? '';
  const forwarded = c.req.header('x-forwarded-for');
  const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
  return limitCounter.take(useOf('sign_ups', callerAddress({ sourceIp, headers }, proxies), clock.now()));
}

/** Cognito has limits of its own for emails and attempts; over them, this throws a 429 page. */
export function throwPageError(error: unknown): never {
  if (!(error instanceof AccountsBusy)) throw error;
  throw new PageError({ status: 429, title: 'Too many requests', message: 'Wait a few minutes, then try again.' });
}
