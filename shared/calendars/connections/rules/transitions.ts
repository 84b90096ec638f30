import type {
  CalendarConnection,
  ConnectionIdentity,
  SyncErrorCode,
  SyncWarning,
} from '#shared/calendars/connections/rules/calendar-connection';
import { type Decision, decided } from '#shared/foundation/core/decision';
import type { Instant } from '#shared/foundation/core/time';

export const CONNECTION_EVENTS = [
  'calendar_connection.connected',
  'calendar_connection.disconnected',
  'calendar_connection.error',
] as const;
export type ConnectionEventType = (typeof CONNECTION_EVENTS)[number];

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<ConnectionEventType, { readonly connection: CalendarConnection }> {}
}

/** The table of docs/limits-and-rules.md#calendar-connections. Anything else returns the same connection. */
type ConnectionDecision = Decision<CalendarConnection, ConnectionEventType>;

/** A member finished consent for an account that had no connection, or whose connection was disconnected for good. */
export const connected = (
  fresh: Omit<ConnectionIdentity, 'connectedAt' | 'lastSyncedAt' | 'warnings'>,
): ConnectionDecision =>
  decided(
    { ...fresh, status: 'active', connectedAt: fresh.createdAt, lastSyncedAt: null, warnings: [] },
    'calendar_connection.connected',
  );

/** Consent again for a connection that stands: it keeps its id, and whatever was wrong is over. */
export function consentedAgain(connection: CalendarConnection, at: Instant): ConnectionDecision {
  if (connection.status === 'disconnected') return decided(connection);
  const reconnected = { ...identityOf(connection), status: 'active', connectedAt: at } as const;
  return decided(reconnected, 'calendar_connection.connected');
}

/** The account stopped granting access: the member has to consent again. */
export function stoppedSyncing(
  connection: CalendarConnection,
  error: { readonly code: SyncErrorCode; readonly message: string },
): ConnectionDecision {
  if (connection.status !== 'active') return decided(connection);
  return decided({ ...identityOf(connection), status: 'error', error }, 'calendar_connection.error');
}

/** What a sync run passed over; no event is sent. The same calendar where nothing changed. */
export const warned = <Calendar extends { readonly warnings: readonly SyncWarning[] }>(
  calendar: Calendar,
  warnings: readonly SyncWarning[],
): Calendar => (areSame(calendar.warnings, warnings) ? calendar : { ...calendar, warnings });

const areSame = (some: readonly SyncWarning[], others: readonly SyncWarning[]): boolean =>
  some.length === others.length &&
  some.every(({ code, count, lastSeenAt }, at) => {
    const other = others[at];
    return other?.code === code && other.count === count && other.lastSeenAt === lastSeenAt;
  });

/**
 * The calendar as partners read it: the time of the last sync is stored with the sync, which every poll changes, and
 * with the calendar once there is no sync any more.
 */
export const syncedAsOf = <Calendar extends { readonly lastSyncedAt: Instant | null }>(
  calendar: Calendar,
  sync: { readonly syncedAt: Instant | null } | undefined,
): Calendar => (sync?.syncedAt == null ? calendar : { ...calendar, lastSyncedAt: sync.syncedAt });

/** For good: a later consent makes another connection. */
export function disconnected(connection: CalendarConnection, at: Instant): ConnectionDecision {
  if (connection.status === 'disconnected') return decided(connection);
  return decided(
    { ...identityOf(connection), status: 'disconnected', disconnectedAt: at, warnings: [] },
    'calendar_connection.disconnected',
  );
}

const identityOf = (connection: CalendarConnection): ConnectionIdentity => ({
  id: connection.id,
  workspaceId: connection.workspaceId,
  memberId: connection.memberId,
  provider: connection.provider,
  accountEmail: connection.accountEmail,
  connectedAt: connection.connectedAt,
  lastSyncedAt: connection.lastSyncedAt,
  warnings: connection.warnings,
  createdAt: connection.createdAt,
});
