import type { FeedFile } from '#shared/calendars/feeds/ports';
import type { FeedErrorCode } from '#shared/calendars/feeds/rules/calendar-feed';
import type { ProviderEvent, SyncWindow } from '#shared/calendars/sync/rules/provider-event';

/** What the thread of feeds is sent. */
export interface FeedQuestion {
  readonly file: FeedFile;
  readonly window: SyncWindow;
}

/** What it answers. */
export type FeedAnswer = { readonly events: readonly ProviderEvent[] } | { readonly code: FeedErrorCode };
