import { CliError } from '#bin/cli/cli-error';
import { jobsNaming } from '#bin/operator/show/stored-rows';
import type { RecorderFact } from '#bin/operator/why/recording';
import type { WaitingEvent } from '#bin/operator/why/webhooks';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import type { CalendarFacts } from '#shared/calendars/rules/why-not-in-sync';
import { calendarSyncs } from '#shared/calendars/sync/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { type CalendarId, idOf, type MeetingId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, later } from '#shared/foundation/core/time';
import { providerClientKey } from '#shared/foundation/dynamodb/keys';
import { EVENT_OVERDUE_AFTER_MS, EVENTS_KEPT_MS, slotIn } from '#shared/foundation/events/outbox';
import { BOT_EVENTS } from '#shared/meetings/bots/rules/transitions';
import { recordingFacts } from '#shared/meetings/meetings/recording-facts';
import { MEETING_EVENTS } from '#shared/meetings/meetings/rules/meeting-events';
import type { RecordingFacts } from '#shared/meetings/meetings/rules/why-no-recording';
import { meetings } from '#shared/meetings/meetings/store';
import type { RecorderRegistry } from '#shared/meetings/recorders/registry/rules/registry';
import { recordersFor } from '#shared/meetings/recorders/registry/rules/registry';
import { CLOSED } from '#shared/meetings/recorders/rules/circuit-breaker';
import { circuitBreakers, recorderRegistry } from '#shared/meetings/recorders/store';
import type { Delivery } from '#shared/webhooks/delivery/rules/delivery';
import { MOST_DELIVERIES, type WebhookFacts } from '#shared/webhooks/delivery/rules/why-no-webhooks';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookFacts } from '#shared/webhooks/delivery/webhook-facts';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

type Reading = Pick<CommandContext, 'table' | 'clock'>;

interface WebhookCase {
  readonly facts: WebhookFacts;
  /** Events of the workspace, or of the meeting, that wait for their fan-out. */
  readonly waitingEvents: readonly WaitingEvent[];
}

/** Throws a CliError for an unknown workspace, and for a meeting of another one. */
export async function readWebhookCase(
  { table, clock }: Reading,
  workspaceId: WorkspaceId,
  meetingId: MeetingId | undefined,
): Promise<WebhookCase> {
  const workspace = await workspaceOf(table, workspaceId);
  const meeting = meetingId && (await meetings.find(table, meetingId))?.state;
  if (meetingId !== undefined && meeting?.workspaceId !== workspaceId)
    throw new CliError(`The workspace ${workspaceId} has no meeting ${meetingId}`);
  const now = clock.now();
  const resources = meeting ? [meeting.id, ...meeting.recordings.map(({ botId }) => botId)] : [undefined];
  const filter = { workspaceId, createdAfter: later(now, -EVENTS_KEPT_MS) };
  const page = { limit: MOST_DELIVERIES, after: undefined };
  const [endpoints, found, jobs] = await Promise.all([
    Promise.all(workspace.endpoints.map(({ id }) => webhookEndpoints.find(table, id))),
    Promise.all(resources.map((resourceId) => deliveryStore(table).page({ ...filter, resourceId }, page))),
    jobsNaming(table, meeting?.id ?? workspaceId),
  ]);
  const read = {
    workspace,
    endpoints: endpoints.flatMap((one) => one?.state ?? []),
    deliveries: found.flatMap(({ items }) => items).sort(newestFirst),
    types: meeting ? [...MEETING_EVENTS, ...BOT_EVENTS] : PUBLIC_EVENTS,
  };
  return { facts: await webhookFacts(table, read, now), waitingEvents: jobs.flatMap(waitingIn) };
}

const newestFirst = (one: Delivery, other: Delivery): number => other.createdAt - one.createdAt;

/** An outbox row of an event; jobs wait for other reasons. */
function waitingIn(item: Item): readonly WaitingEvent[] {
  const { type, due_at: dueAt } = item;
  if (type !== 'event' || dueAt === undefined) return [];
  return [{ since: later(dueAt as Instant, -EVENT_OVERDUE_AFTER_MS), slot: slotIn(item) }];
}

interface RecordingCase {
  readonly workspaceId: WorkspaceId;
  readonly facts: RecordingFacts;
  readonly recorders: readonly RecorderFact[];
}

/** Throws a CliError for an unknown meeting. `initial` is the registry as long as none is stored. */
export async function readRecordingCase(
  { table, clock }: Reading,
  meetingId: MeetingId,
  initial: RecorderRegistry,
): Promise<RecordingCase> {
  const meeting = (await meetings.find(table, meetingId))?.state;
  if (!meeting) throw new CliError(`There is no meeting ${meetingId}`);
  const workspace = await workspaceOf(table, meeting.workspaceId);
  const registry = (await recorderRegistry.find(table))?.state ?? initial;
  const names = recordersFor(registry, meeting.platform, workspace.recorders).map(({ name }) => name);
  return {
    workspaceId: workspace.id,
    facts: await recordingFacts(table, workspace, meeting, clock.now()),
    recorders: await Promise.all(
      names.map(async (name) => ({ name, circuit: (await circuitBreakers.find(table, name))?.state ?? CLOSED })),
    ),
  };
}

interface CalendarCase {
  readonly workspaceId: WorkspaceId;
  readonly facts: CalendarFacts;
  /** Whether the deployment has an OAuth client of the provider; true for a feed. */
  readonly hasClient: boolean;
}

/** Throws a CliError for an unknown calendar connection or feed. */
export async function readCalendarCase({ table, clock }: Reading, id: CalendarId): Promise<CalendarCase> {
  const connection = idOf('cal', id);
  const feed = idOf('cfd', id);
  const calendar = connection
    ? (await calendarConnections.find(table, connection))?.state
    : feed && (await calendarFeeds.find(table, feed))?.state;
  if (!calendar) throw new CliError(`There is no calendar ${id}`);
  const [{ archivedAt, pausedAt = null }, sync] = await Promise.all([
    workspaceOf(table, calendar.workspaceId),
    calendarSyncs.find(table, id),
  ]);
  const hasClient =
    'provider' in calendar ? (await table.get(providerClientKey(calendar.provider))) !== undefined : true;
  const facts = { now: clock.now(), archivedAt, pausedAt, calendar, sync: sync?.state };
  return { workspaceId: calendar.workspaceId, facts, hasClient };
}

async function workspaceOf(table: Table, id: WorkspaceId): Promise<Workspace> {
  const found = await workspaces.find(table, id);
  if (!found) throw new CliError(`There is no workspace ${id}, or its content is deleted`);
  return found.state;
}
