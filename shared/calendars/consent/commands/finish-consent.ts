import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { type ConnectFailure, connectFailureOf } from '#shared/calendars/consent/commands/connect-failure';
import {
  type ConnectLinkDetails,
  type ConsentContext,
  connectLinkDetails,
  consentSecrets,
} from '#shared/calendars/consent/commands/find-connect-link';
import type { Grant } from '#shared/calendars/consent/ports';
import { type ConsentAttempt, isAttemptOver } from '#shared/calendars/consent/rules/connect-link';
import { connectLinks, consentAttemptStore } from '#shared/calendars/consent/store';
import { comparableEmail } from '#shared/foundation/core/people';

/** A request to the OAuth redirect URI. */
export interface ConsentCallback {
  /** The whole URL, query included, as this deployment is reached. */
  readonly url: string;
  readonly state: string;
  /** The secret in this browser's cookie; undefined without the cookie. */
  readonly browser: string | undefined;
}

export type FinishedConsent =
  | { readonly connection: CalendarConnection; readonly details: ConnectLinkDetails }
  | {
      readonly failure: ConnectFailure;
      /** Undefined where no attempt, or no link of it, is found. */
      readonly details: ConnectLinkDetails | undefined;
      /** The account that consent was given for, where the provider named one. */
      readonly account?: string;
    };

/**
 * Handles a callback: once for each attempt, and only in the browser that started it. Either result ends the attempt. A
 * failure leaves the link as it was.
 */
export const finishConsent =
  (context: ConsentContext) =>
  async (callback: ConsentCallback): Promise<FinishedConsent> => {
    const { table, clock, secrets } = context;
    const { state, browser } = callback;
    const attempts = consentAttemptStore(table);
    const attempt = await attempts.find(state);
    if (!attempt || isAttemptOver(attempt, clock.now())) return { failure: 'attempt_over', details: undefined };
    if (browser === undefined || !secrets.isOf(browser, attempt.browserDigest))
      return { failure: 'other_browser', details: undefined };

    const [isFirst, link] = await Promise.all([attempts.consume(state), connectLinks.find(table, attempt.linkId)]);
    const details = link && (await connectLinkDetails(context, link.state));
    if (!isFirst) return { failure: 'attempt_over', details };
    if (!details) return { failure: 'link_gone', details };
    if (details.status !== 'open') return { failure: `link_${details.status}`, details };
    return exchangeCode(context, details, attempt, { ...callback, browser });
  };

async function exchangeCode(
  context: ConsentContext,
  details: ConnectLinkDetails,
  { provider }: ConsentAttempt,
  { url, state, browser }: ConsentCallback & { readonly browser: string },
): Promise<FinishedConsent> {
  const { link, workspace } = details;
  let grant: Grant | undefined;
  try {
    grant = await context.providers[provider].consent.finish({ url, ...consentSecrets(context, state, browser) });
    if (!isExpectedAccount(details, grant)) return { failure: 'wrong_account', details, account: grant.accountEmail };
    const { accountEmail, refreshToken } = grant;
    const consent = { ...link.whose, provider, accountEmail, refreshToken, linkId: link.id };
    return { connection: await connectCalendar(context)(workspace, consent), details };
  } catch (error) {
    const failure = connectFailureOf(error);
    if (failure === undefined) throw error;
    return { failure, details, ...(grant && { account: grant.accountEmail }) };
  }
}

/** A member without an email accepts any account. */
const isExpectedAccount = ({ link, email }: ConnectLinkDetails, { accountEmail }: Grant): boolean =>
  link.emailMatch === 'any' || email === null || comparableEmail(accountEmail) === email;
