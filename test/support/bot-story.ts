import * as v from 'valibot';
import { bots } from '#functions/api/bots/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { meetings } from '#functions/api/meetings/index';
import { settings } from '#functions/api/settings/index';
import { workspaces as storedWorkspaces } from '#shared/accounts/workspaces/store';
import type { ChangeStore } from '#shared/foundation/commands/changes';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Item } from '#shared/foundation/core/table';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';
import type { Transcriber } from '#shared/meetings/recorders/ports';
import type { Summarizer } from '#shared/meetings/summaries/ports';
import { aWorld, callsTo, noon, type World } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { botWorkers } from '#test/support/bot-workers';
import { fakeRecorder } from './fake-recorder.ts';

const LINK = 'https://meet.google.com/abc-good-def';
const MINUTE = 60_000;

/** A moment so many minutes from noon. */
export const minutes = (count: number): string => new Date(noon + count * MINUTE).toISOString();

/** A workspace with a webhook endpoint for every event, its bots, the workers, and a scripted recorder. */
export async function aBotStory(
  world: World = aWorld(),
  given: { readonly speech?: Transcriber; readonly summarizer?: Summarizer } = {},
) {
  const owner = await world.anOwner('Acme', ['acme.test']);
  await subscribeToAll(world, owner.workspaceId);
  const { savedEvents, changes } = recordEvents(world);
  const context = { ...world.context, changes };
  const { recorder, ...hand } = fakeRecorder();
  const workers = botWorkers({ ...world, context }, { recorder, ...given });
  const call = callsTo(bots(context));
  const [calendar, shown, choices] = [calendarEvents, meetings, settings].map((group) => callsTo(group(context)));
  if (!calendar || !shown || !choices) throw new Error('A group is missing.');
  const { key, workspaceId } = owner;

  return {
    world,
    context,
    owner,
    call,
    workers,
    savedEvents,
    ...hand,
    recorder,
    send: (body: object = {}, as = key): Promise<ApiResponse> =>
      call('POST', '/bots', { key: as, body: { workspace_id: workspaceId, meeting_url: LINK, ...body } }),
    bot: async (id: string): Promise<ApiResponse['body']> => (await call('GET', `/bots/${id}`, { key })).body,
    patch: (id: string, body: object, as = key) => call('PATCH', `/bots/${id}`, { key: as, body }),
    cancel: (id: string, as = key) => call('DELETE', `/bots/${id}`, { key: as }),
    leave: (id: string, as = key) => call('POST', `/bots/${id}/leave`, { key: as }),
    meeting: async (id: string): Promise<ApiResponse['body']> => (await shown('GET', `/meetings/${id}`, { key })).body,
    /** Changes the own settings of a meeting. */
    override: (id: string, body: object): Promise<ApiResponse> =>
      shown('PATCH', `/meetings/${id}/settings`, { key, body }),
    /** A pushed event of an hour, an hour ahead, of Ada alone, unless said otherwise. */
    push: (body: object = {}): Promise<ApiResponse> =>
      calendar('POST', '/calendar_events', {
        key,
        body: {
          workspace_id: workspaceId,
          member_data: { name: 'Ada', email: 'ada@acme.test' },
          ical_uid: 'weekly@acme.test',
          title: 'Weekly',
          starts_at: minutes(60),
          ends_at: minutes(120),
          meeting_url: LINK,
          attendees: [{ name: 'Ada', email: 'ada@acme.test', response: 'accepted' }],
          ...body,
        },
      }),
    /** Deletes a calendar event. */
    deleteEvent: (id: string): Promise<ApiResponse> => calendar('DELETE', `/calendar_events/${id}`, { key }),
    /** Settings for the whole workspace. */
    createSettings: (body: object): Promise<ApiResponse> =>
      choices('POST', '/settings', {
        key,
        body: { workspace_id: workspaceId, scope: [`workspace:${workspaceId}`], ...body },
      }),
    updateSettings: (id: string, body: object): Promise<ApiResponse> =>
      choices('PATCH', `/settings/${id}`, { key, body }),
  };
}
export type BotStory = Awaited<ReturnType<typeof aBotStory>>;

/** A webhook endpoint for every event, in the workspace's row. */
async function subscribeToAll({ context, clock }: World, workspaceId: WorkspaceId): Promise<void> {
  const before = await storedWorkspaces.find(context.table, workspaceId);
  if (!before) throw new Error('The workspace does not exist.');
  const endpoints = [{ id: context.ids.make('whe'), types: ['*'], enabled: true, pin: '2026-10-12' }];
  await context.changes.save({
    at: clock.now(),
    writes: [storedWorkspaces.put(before, { ...before.state, endpoints })],
  });
}

/** One saved decision: how a bot moved, and the events that lie in the outbox because of it. */
type SavedEvents = readonly [moved: string, ...events: string[]];

/** Notes, of every save, how its bots moved and which outbox rows it left; saves that did neither are left out. */
function recordEvents({ context, dynamo }: World): {
  readonly savedEvents: SavedEvents[];
  readonly changes: ChangeStore;
} {
  const savedEvents: SavedEvents[] = [];
  const seen = new Set<string>();
  const newEvents = (): readonly string[] => {
    const rows = dynamo.items().filter(({ type, pk }) => type?.S === 'event' && !seen.has(String(pk?.S)));
    for (const { pk } of rows) seen.add(String(pk?.S));
    return rows.map(({ sk }) => String(sk?.S).replace('EVENT#', '')).sort();
  };
  const statuses = () => new Map(dynamo.items().flatMap(statusOf));
  const changes: ChangeStore = {
    async save(wanted) {
      const before = statuses();
      await context.changes.save(wanted);
      const events = newEvents();
      const saved = (wanted.writes ?? [])
        .flat()
        .flatMap((write) => ('put' in write ? (botIn(write.put.type, write.put.state) ?? []) : []));
      const bots = saved;
      const moves = bots.map(({ id, status }) => [before.get(id) ?? 'new', status] as const);
      const moved = moves.filter(([from, to]) => from !== to || events.length > 0).map((move) => move.join(' → '));
      if (moved.length > 0 || events.length > 0) savedEvents.push([moved.join(', '), ...events]);
    },
  };
  return { savedEvents, changes };
}

const BotState = v.object({ id: v.string(), status: v.string() });

/** The bot in a row that is about to be written; undefined for any other row. */
const botIn = (type: unknown, state: Item['state']): v.InferOutput<typeof BotState> | undefined =>
  type === 'bot' ? v.parse(BotState, jsonOfState(state)) : undefined;

/** Id and status of the bot in a stored row, if it is one. */
function statusOf({ type, state }: Stored): readonly (readonly [string, string])[] {
  const bot = botIn(type?.S, state?.S ?? state?.B);
  return bot ? [[bot.id, bot.status]] : [];
}

type Stored = ReturnType<World['dynamo']['items']>[number];
