import type { FeedErrorCode } from '#shared/calendars/feeds/rules/calendar-feed';
import type { ProviderEvent, SyncWindow } from '#shared/calendars/sync/rules/provider-event';

/** What the thread of feeds is sent. */
export interface FeedQuestion {
  readonly text: string;
  readonly window: SyncWindow;
}

/** What it answers. */
export type FeedAnswer = { readonly events: readonly ProviderEvent[] } | { readonly code: FeedErrorCode };
