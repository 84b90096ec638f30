import { CliError } from '#bin/cli/cli-error';
import { jobsNaming } from '#bin/operator/show/stored-rows';
import type { CalendarFacts } from '#bin/operator/why/why-calendar';
import type { RecordingFacts } from '#bin/operator/why/why-recording';
import type { WaitingEvent, WebhookFacts } from '#bin/operator/why/why-webhooks';
import { bots } from '#shared/bots/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/commands/context';
import { type CalendarId, idOf, type MeetingId, type WorkspaceId } from '#shared/core/ids';
import type { Item, Table } from '#shared/core/table';
import { type Instant, later } from '#shared/core/time';
import { providerClientKey } from '#shared/dynamodb/keys';
import { EVENT_OVERDUE_AFTER_MS, slotIn } from '#shared/events/outbox';
import { BOT_EVENTS, MEETING_EVENTS, PUBLIC_EVENTS } from '#shared/events/rules/domain-event';
import { meetings } from '#shared/meetings/store';
import type { RecorderRegistry } from '#shared/recorders/registry/rules/registry';
import { recordersFor } from '#shared/recorders/registry/rules/registry';
import { CLOSED } from '#shared/recorders/rules/circuit-breaker';
import { circuitBreakers, recorderRegistry } from '#shared/recorders/store';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { slowEndpointList } from '#shared/webhooks/delivery/slow-endpoints-store';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

type Reading = Pick<CommandContext, 'table' | 'clock'>;

/** Webhook events that are looked at, the newest. */
const MOST_EVENTS = 100;

/** Throws a CliError for an unknown workspace, and for a meeting of another one. */
export async function webhookFacts(
  { table, clock }: Reading,
  workspaceId: WorkspaceId,
  meetingId: MeetingId | undefined,
): Promise<WebhookFacts> {
  const workspace = await workspaceOf(table, workspaceId);
  const meeting = meetingId && (await meetings.find(table, meetingId))?.state;
  if (meetingId !== undefined && meeting?.workspaceId !== workspaceId)
    throw new CliError(`The workspace ${workspaceId} has no meeting ${meetingId}`);
  const resources = meeting ? [meeting.id, ...meeting.recordings.map(({ botId }) => botId)] : [undefined];
  const page = { limit: MOST_EVENTS, after: undefined };
  const [endpoints, found, slow, jobs] = await Promise.all([
    Promise.all(workspace.endpoints.map(({ id }) => webhookEndpoints.find(table, id))),
    Promise.all(resources.map((resourceId) => deliveryStore(table).page({ workspaceId, resourceId }, page))),
    slowEndpointList(table).read(),
    jobsNaming(table, meeting?.id ?? workspaceId),
  ]);
  const now = clock.now();
  return {
    now,
    ...statesOf(workspace),
    endpoints: endpoints.flatMap((one) => one?.state ?? []),
    deliveries: found.flatMap(({ items }) => items).sort(newestFirst),
    slowEndpointIds: Object.entries(slow).flatMap(([id, listed]) =>
      listed?.pace === 'slow' && listed.until > now ? [id] : [],
    ),
    waitingEvents: jobs.flatMap(waitingIn),
    types: meeting ? [...MEETING_EVENTS, ...BOT_EVENTS] : PUBLIC_EVENTS,
  };
}

const newestFirst = (one: Delivery, other: Delivery): number => other.createdAt - one.createdAt;

/** An outbox row of an event; jobs wait for other reasons. */
function waitingIn(item: Item): readonly WaitingEvent[] {
  const { type, due_at: dueAt } = item;
  if (type !== 'event' || dueAt === undefined) return [];
  return [{ since: later(dueAt as Instant, -EVENT_OVERDUE_AFTER_MS), slot: slotIn(item) }];
}

/** Throws a CliError for an unknown meeting. `initial` is the registry as long as none is stored. */
export async function recordingFacts(
  { table, clock }: Reading,
  meetingId: MeetingId,
  initial: RecorderRegistry,
): Promise<RecordingFacts & { readonly workspaceId: WorkspaceId }> {
  const meeting = (await meetings.find(table, meetingId))?.state;
  if (!meeting) throw new CliError(`There is no meeting ${meetingId}`);
  const workspace = await workspaceOf(table, meeting.workspaceId);
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const names = recordersFor(registry, meeting.platform, workspace.recorders).map(({ name }) => name);
  const found = await Promise.all(meeting.recordings.map(({ botId }) => bots.find(table, botId)));
  return {
    now: clock.now(),
    workspaceId: workspace.id,
    ...statesOf(workspace),
    meeting,
    bots: found.flatMap((one) => one?.state ?? []).reverse(),
    recorders: await Promise.all(
      names.map(async (name) => ({ name, circuit: (await circuitBreakers.find(table, name))?.state ?? CLOSED })),
    ),
  };
}

/** Throws a CliError for an unknown calendar connection or feed. */
export async function calendarFacts(
  { table, clock }: Reading,
  id: CalendarId,
): Promise<CalendarFacts & { readonly workspaceId: WorkspaceId }> {
  const connection = idOf('cal', id);
  const feed = idOf('cfd', id);
  const calendar = connection
    ? (await calendarConnections.find(table, connection))?.state
    : feed && (await calendarFeeds.find(table, feed))?.state;
  if (!calendar) throw new CliError(`There is no calendar ${id}`);
  const [workspace, sync] = await Promise.all([
    workspaceOf(table, calendar.workspaceId),
    calendarSyncs.find(table, id),
  ]);
  const hasClient =
    'provider' in calendar ? (await table.get(providerClientKey(calendar.provider))) !== undefined : true;
  const about = { now: clock.now(), workspaceId: workspace.id, ...statesOf(workspace) };
  return { ...about, calendar, sync: sync?.state, hasClient };
}

const statesOf = ({ archivedAt, pausedAt }: Workspace) => ({ archivedAt, pausedAt: pausedAt ?? null });

async function workspaceOf(table: Table, id: WorkspaceId): Promise<Workspace> {
  const found = await workspaces.find(table, id);
  if (!found) throw new CliError(`There is no workspace ${id}, or its content is deleted`);
  return found.state;
}
