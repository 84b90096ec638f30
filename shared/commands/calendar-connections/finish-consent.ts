import { type Consents, consentSecrets } from '#shared/commands/calendar-connections/begin-consent';
import { type ConnectNeeds, connectCalendar } from '#shared/commands/calendar-connections/connect-calendar';
import { type LookNeeds, type SeenLink, seenLink } from '#shared/commands/calendar-connections/look-at-link';
import { whyNotConnected } from '#shared/commands/calendar-connections/why-not-connected';
import type { CalendarConnection } from '#shared/domain/calendar-connections/calendar-connection';
import type { ConnectFailure } from '#shared/domain/calendar-connections/connect-failure';
import { type ConsentAttempt, isAttemptOver } from '#shared/domain/calendar-connections/consent-attempt';
import { comparableEmail } from '#shared/domain/members/member';
import type { ConsentAttemptStore } from '#shared/ports/connect-links';
import type { Grant } from '#shared/ports/consent-provider';

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
