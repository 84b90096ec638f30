import type { ConnectLink } from '#shared/calendars/consent/rules/connect-link';
import type { ConsentAttempt } from '#shared/calendars/consent/rules/consent-attempt';
import type { ConnectLinkId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';

/** Reads are strongly consistent. */
export interface ConnectLinkStore {
  /** Also one that is over, for as long as it lies there. */
  find(id: ConnectLinkId): Promise<Loaded<ConnectLink> | undefined>;
}

/** Attempts by the `state` that went to the provider, of which a digest is stored. All throw `Throttled`. */
export interface ConsentAttemptStore {
  keep(state: string, attempt: ConsentAttempt): Promise<void>;
  /** Also one that is over, for as long as it lies there. Strongly consistent. */
  find(state: string): Promise<ConsentAttempt | undefined>;
  /** True for whoever comes first, and for nobody else. */
  consume(state: string): Promise<boolean>;
}
