import type { Clock } from '#shared/foundation/core/clock';
import type { ProviderCalendar } from './calendar/provider-calendar.ts';
import type { Faults } from './server/faults.ts';
import type { NotificationSender } from './server/notification-sender.ts';
import type { RequestLog } from './server/request-log.ts';

export type ProviderName = 'google' | 'microsoft';

/** A program that may ask for consent, as it was registered in the provider's console. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Exact addresses; where left out, any is taken. */
  readonly redirectUris?: readonly string[];
}

export interface ProviderOptions {
  readonly clock: Clock;
  /** Where clients find the server. Without a listener nothing listens there: `fetch` alone answers. */
  readonly origin?: string;
  /** From 0 up to 1; ids and tokens come from it. The same for every server where left out. */
  readonly random?: () => number;
  /** Brings notifications and handshakes to their address; the real `fetch` where left out. */
  readonly send?: (request: Request) => Promise<Response>;
  /** `at once`: a change is notified by itself. `when told`: it waits in `notifications` (the default). */
  readonly notifies?: 'at once' | 'when told';
  readonly clients?: readonly OAuthClient[];
  /** Occurrences on a page where the client names no number. */
  readonly pageSize?: number;
}

export interface NewAccount {
  readonly email: string;
  readonly name?: string;
  /**
   * `needs_admin_consent`, `shared_mailbox`: Microsoft. `no_calendar`: the account has none. `disabled`: its
   * organization has shut it, tokens included.
   */
  readonly kind?: AccountKind;
}

export type AccountKind = 'ordinary' | 'needs_admin_consent' | 'shared_mailbox' | 'no_calendar' | 'disabled';

export interface ProviderAccount {
  readonly email: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Google `sub`, Microsoft object id. */
  readonly subject: string;
  readonly calendar: ProviderCalendar;
}

/** What a person does on the consent page. */
export interface ConsentChoice {
  readonly email: string;
  readonly answer?: 'allow' | 'deny';
  /** Boxes left unticked, by their scope (Google alone has boxes). */
  readonly without?: readonly string[];
}

/** A provider's authorization server and calendar in this process: a function from request to answer. */
export interface TestProvider {
  readonly name: ProviderName;
  readonly origin: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clients: readonly OAuthClient[];
  accounts(): readonly ProviderAccount[];
  addAccount(account: NewAccount): ProviderAccount;
  /** Throws where no account has that address. */
  account(email: string): ProviderAccount;
  setKind(email: string, kind: AccountKind): void;
  /** Goes through the consent page as a browser would. The address that the person is sent back to. */
  consent(authorizationUrl: string, choice: ConsentChoice): Promise<string>;
  /** A grant without the consent page. */
  grant(email: string, scopes?: readonly string[]): { readonly refreshToken: string; readonly accessToken: string };
  /** As if the person took it back in their account's settings: tokens end, and watches with them. */
  revokeGrants(email: string, because?: RevokedBecause): void;
  /** Access tokens end, refresh tokens live. */
  expireAccessTokens(): void;
  /** How many watches (channels, subscriptions) an account has that have not ended. */
  watchesOf(email: string): number;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly notifications: NotificationSender;
}

/** What Microsoft has a code of its own for; Google says the same for all. */
export type RevokedBecause = 'revoked' | 'password_changed' | 'unused_too_long' | 'account_disabled';

/** The same behind a socket on 127.0.0.1. */
export interface ListeningProvider extends TestProvider {
  close(): Promise<void>;
}
