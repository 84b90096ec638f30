import { callerAddress } from '#shared/http/request/caller-address';
import { AccountsBusy } from '#shared/identity/ports/accounts';
import type { PageContext } from '#shared/page-kit/page-kit';
import { Trouble } from '#shared/page-kit/trouble';
import type { AccountNeeds } from './needs.ts';

/** Counts what sends mails or tries codes, by address, whatever becomes of it. Throws the 429 over the limit. */
export function admit({ kit, useOf, limitCounter, proxies }: AccountNeeds, c: PageContext): Promise<void> {
  const sourceIp = c.env?.requestContext?.http?.sourceIp ?? '';
  const forwarded = c.req.header('x-forwarded-for');
  const headers = { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) };
  return limitCounter.take(useOf('sign_ups', callerAddress({ sourceIp, headers }, proxies), kit.clock.now()));
}

/** What a person is told where Cognito takes no more: it limits mails and tries by itself, too. */
export function asTrouble(error: unknown): never {
  if (!(error instanceof AccountsBusy)) throw error;
  throw new Trouble({ status: 429, title: 'Too much at once', words: 'Wait a few minutes, then try again.' });
}
