import { type ConnectNeeds, connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { type Consents, consentSecrets } from '#shared/calendars/consent/commands/begin-consent';
import { type LookNeeds, type SeenLink, seenLink } from '#shared/calendars/consent/commands/look-at-link';
import { whyNotConnected } from '#shared/calendars/consent/commands/why-not-connected';
import type { ConsentAttemptStore } from '#shared/calendars/consent/ports/connect-links';
import type { Grant } from '#shared/calendars/consent/ports/consent-provider';
import type { ConnectFailure } from '#shared/calendars/consent/rules/connect-failure';
import { type ConsentAttempt, isAttemptOver } from '#shared/calendars/consent/rules/consent-attempt';
import { comparableEmail } from '#shared/members/rules/member';

export interface FinishNeeds extends ConnectNeeds, LookNeeds {
  readonly attempts: ConsentAttemptStore;
  readonly providers: Consents;
  readonly redirectUri: string;
}

/** Somebody who comes back from a provider. */
export interface ReturnedPerson {
  /** The whole address, query included, as this deployment is reached. */
  readonly url: string;
  readonly state: string;
  /** What this browser was given when it was sent off; undefined where it has nothing. */
  readonly browser: string | undefined;
}

export type FinishedConsent =
  | { readonly connection: CalendarConnection; readonly seen: SeenLink }
  | {
      readonly failure: ConnectFailure;
      /** Undefined where the return belongs to no attempt that is known. */
      readonly seen: SeenLink | undefined;
      /** The account that consent was given for, if it came so far. */
      readonly account?: string;
    };

/**
 * What comes of a return: once for each attempt, in the browser that began it. A failure leaves the link as it was; the
 * attempt is over either way.
 */
export const finishConsent =
  (needs: FinishNeeds) =>
  async (returned: ReturnedPerson): Promise<FinishedConsent> => {
    const { state, browser } = returned;
    const attempt = await needs.attempts.find(state);
    if (!attempt || isAttemptOver(attempt, needs.clock.now())) return { failure: 'attempt_over', seen: undefined };
    if (browser === undefined || !needs.secrets.isOf(browser, attempt.browserDigest))
      return { failure: 'other_browser', seen: undefined };

    const [isFirst, link] = await Promise.all([needs.attempts.consume(state), needs.links.find(attempt.linkId)]);
    const seen = link && (await seenLink(needs, link.state));
    if (!isFirst) return { failure: 'attempt_over', seen };
    if (!seen) return { failure: 'link_gone', seen };
    if (seen.standing !== 'open') return { failure: `link_${seen.standing}`, seen };
    return connectThrough(needs, seen, attempt, { ...returned, browser });
  };

async function connectThrough(
  needs: FinishNeeds,
  seen: SeenLink,
  { provider }: ConsentAttempt,
  { url, state, browser }: ReturnedPerson & { readonly browser: string },
): Promise<FinishedConsent> {
  const { link, workspace } = seen;
  let grant: Grant | undefined;
  try {
    grant = await needs.providers[provider].consent.finish({ url, ...consentSecrets(needs, state, browser) });
    if (!isTheirs(seen, grant)) return { failure: 'wrong_account', seen, account: grant.accountEmail };
    const { accountEmail, refreshToken } = grant;
    const consent = { ...link.whose, provider, accountEmail, refreshToken, linkId: link.id };
    return { connection: await connectCalendar(needs)(workspace, consent), seen };
  } catch (error) {
    const failure = whyNotConnected(error);
    if (failure === undefined) throw error;
    return { failure, seen, ...(grant && { account: grant.accountEmail }) };
  }
}

/** A member without an email can be held to none. */
const isTheirs = ({ link, email }: SeenLink, { accountEmail }: Grant): boolean =>
  link.emailMatch === 'any' || email === null || comparableEmail(accountEmail) === email;
