import type { CalendarAccount } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarSource, CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';

/** The private half of connections. Reads are strongly consistent. */
export interface CalendarSyncStore {
  find(id: CalendarConnectionId): Promise<Loaded<CalendarSync> | undefined>;
  /** What the provider's own id led to when it was seen last. */
  source(connection: CalendarConnectionId, sourceId: string): Promise<CalendarSource | undefined>;
  /** All of a connection's. */
  sources(connection: CalendarConnectionId): Promise<readonly CalendarSource[]>;
  /** Connections of all workspaces that hold a grant of this account; the list may lag by about a second. */
  ofAccount(account: Omit<CalendarAccount, 'workspaceId'>): Promise<readonly CalendarConnectionId[]>;
  /** Sources that start in the span of time and that a full pass did not see. */
  unseen(connection: CalendarConnectionId, seen: SeenInPass): Promise<readonly CalendarSource[]>;
  /** Whose changes a provider tells through this channel. */
  connectionOf(channelId: string): Promise<CalendarConnectionId | undefined>;
  /** Takes away some of a connection's sources; true once there are none. */
  forget(connection: CalendarConnectionId): Promise<boolean>;
}

export interface SeenInPass extends SyncWindow {
  /** Pages whose sources were kept by `seenSources`. */
  readonly pages: number;
  /** Of the page in hand. */
  readonly sourceIds: ReadonlySet<string>;
}
