import fc from 'fast-check';
import { conversations } from '#functions/api/conversations/index';
import { meetings } from '#functions/api/meetings/index';
import { housekeeping } from '#functions/workers/housekeeping/index';
import { sweep } from '#functions/workers/sweeper/sweep';
import type { ChangeStore } from '#shared/foundation/commands/changes';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { inflated } from '#shared/foundation/dynamodb/deflated-text';
import { dueRows } from '#shared/foundation/events/due-rows';
import { aWorld, BASE_URL, callsTo, type World } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aBotStory, type BotStory } from '#test/support/bot-story';
import { endedAfter, failedWith, recordingSince } from '#test/support/fake-recorder';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';

const PHASES = ['upcoming', 'live', 'past', 'cancelled'] as const;
const LINKS = ['https://meet.google.com/abc-good-def', 'https://meet.google.com/xyz-good-uvw', null] as const;
const FAILURES = ['invalid_link', 'not_admitted', 'crashed'] as const;
const DAY = 24 * 60;

const nth = fc.nat(2);
/** Minutes from the moment of the step. */
const soonOrLate = fc.constantFrom(-90, -5, 0, 2, 30, 2 * DAY, 35 * DAY);

const push = fc.record({
  does: fc.constant('push' as const),
  uid: fc.nat(2),
  who: fc.constantFrom('ada', 'ben'),
  startsIn: soonOrLate,
  lasts: fc.constantFrom(30, DAY, null),
  link: fc.constantFrom(...LINKS),
  cancelled: fc.boolean(),
});
const send = fc.record({
  does: fc.constant('send' as const),
  link: fc.constantFrom(LINKS[0], LINKS[1]),
  joinIn: fc.constantFrom(null, 0, 10, 2 * DAY, 35 * DAY),
});
const report = fc.record({
  does: fc.constant('report' as const),
  nth,
  says: fc.constantFrom('recording', 'ended', ...FAILURES),
  /** How far the clock of the recorder is ahead of ours. */
  skewSeconds: fc.constantFrom(0, 90),
});
const pass = fc.record({
  does: fc.constant('pass' as const),
  minutes: fc.constantFrom(1, 3, 10, 60, DAY, 2 * DAY, 40 * DAY),
});
const other = fc.oneof(
  fc.record({ does: fc.constant('take out' as const), nth }),
  fc.record({ does: fc.constant('move bot' as const), nth, joinIn: fc.constantFrom(null, 5, 3 * DAY) }),
  fc.record({ does: fc.constant('cancel bot' as const), nth }),
  fc.record({ does: fc.constant('leave' as const), nth }),
  fc.record({ does: fc.constant('label' as const), nth }),
  fc.record({ does: fc.constant('override' as const), nth, on: fc.constantFrom(true, false, 'inherit' as const) }),
  fc.record({ does: fc.constant('record' as const), on: fc.boolean() }),
);

/** What happens in a workspace, one step after the other; `nth` chooses among what is there. */
export const life = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: push },
    { weight: 3, arbitrary: send },
    { weight: 5, arbitrary: report },
    { weight: 3, arbitrary: pass },
    { weight: 3, arbitrary: other },
  ),
  { minLength: 5, maxLength: 14 },
);
type Step = typeof life extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A webhook event of a meeting or a bot, as its row in the outbox has it, and a read of the same at its moment. */
interface Sent {
  readonly type: string;
  readonly at: Instant;
  readonly snapshot: ApiResponse['body'];
  readonly read: ApiResponse['body'];
}

/** A workspace in which drawn steps are taken through the endpoints, the workers and the sweeper. */
export async function aLivelyWorkspace() {
  const { world, sent, readWith } = watched(aWorld());
  const story = await aBotStory(world);
  const { key, workspaceId } = story.owner;
  const callConversations = callsTo(conversations(story.context));
  readWith(async ({ id, object }) => {
    if (object === 'conversation') return (await callConversations('GET', `/conversations/${id}`, { key })).body;
    return object === 'bot' ? story.bot(id) : story.meeting(id);
  });
  const call = callsTo(meetings(story.context));
  const settings = (await story.createSettings({ recording: { enabled: true } })).body.id;
  const idsOf = (type: string): readonly string[] =>
    world.dynamo.items().flatMap((row) => (row['type']?.S === type ? [String(row['pk']?.S)] : []));

  const listed = async (query: string): Promise<readonly ApiResponse['body'][]> => {
    const found: ApiResponse['body'][] = [];
    let path: string | undefined = `/meetings?workspace_id=${workspaceId}&limit=2${query}`;
    while (path !== undefined) {
      const { body }: ApiResponse = await call('GET', path, { key });
      found.push(...body.data);
      path = body._links.next?.url.slice(BASE_URL.length);
    }
    return found;
  };

  return {
    ...{ world, story, sent },

    /** Takes a step; the answer is undefined where there is nothing to take it on. */
    async take(step: Step): Promise<ApiResponse | undefined> {
      const answered = await taken(step, { story, world, settings, idsOf, call });
      await settingsPropagationWorker({ ...world, context: story.context }).run();
      return answered;
    },

    /** Sends what is due to its workers, as every minute. */
    sweep: sweeper(story, world),

    /** The meetings in each phase list with the phases that they show, and all meetings. */
    async phaseLists() {
      const lists = await Promise.all(PHASES.map(async (phase) => ({ phase, items: await listed(`&phase=${phase}`) })));
      return {
        misplaced: lists.flatMap(({ phase, items }) => items.filter((item) => item.phase !== phase)),
        listed: lists.flatMap(({ items }) => items.map(({ id }) => id)).sort(),
        all: [...idsOf('meeting')].sort(),
      };
    },

    /** Of every meeting to which a bot was sent: the phase in its newest webhook, and in a read. */
    async lastWords() {
      const told = new Map(sent.map(({ snapshot }) => [snapshot.id, snapshot.phase]));
      const read = await Promise.all(idsOf('meeting').map(story.meeting));
      return read
        .filter(({ recordings }) => recordings.length > 0)
        .map(({ id, phase }) => ({ id, told: told.get(id), read: phase }));
    },
  };
}

type Reading = (snapshot: ApiResponse['body']) => Promise<ApiResponse['body']>;

/** The world with every webhook event noted as it is saved, beside a read of the same resource at its moment. */
function watched({ clock, dynamo, context, ...world }: World) {
  const sent: Sent[] = [];
  const seen = new Set<string>();
  let reading: Reading = async () => undefined;
  const changes: ChangeStore = {
    async save(wanted) {
      await context.changes.save(wanted);
      const rows = dynamo.items().filter(({ type, pk }) => type?.S === 'event' && !seen.has(String(pk?.S)));
      for (const { pk } of rows) seen.add(String(pk?.S));
      const now = clock.now();
      for (const { content } of rows) {
        const event = JSON.parse(inflated(content?.B ?? new Uint8Array()));
        clock.set(event.at);
        sent.push({ ...event, read: await reading(event.snapshot) });
      }
      clock.set(now);
    },
  };
  const readWith = (read: Reading): void => {
    reading = read;
  };
  return { world: { ...world, clock, dynamo, context: { ...context, changes } }, sent, readWith };
}

/** The sweeper, with the workers of bots and of meetings behind it. */
function sweeper({ context, workers }: BotStory, { clock, files, context: { sealer } }: World) {
  const house = housekeeping(context, { files, sealer, sleep: async () => undefined, log: () => undefined });
  const invocation = { getRemainingTimeInMillis: () => 5 * MINUTE_MS };
  const nowhere = { send: async () => undefined };
  let dueBots: string[] = [];
  const run = sweep({
    due: dueRows(context.table),
    bots: {
      send: async (messages) => {
        dueBots.push(
          ...messages.filter(({ delaySeconds = 0 }) => delaySeconds === 0).map(({ message }) => message.botId),
        );
      },
    },
    ...{ live: nowhere, calendars: nowhere, retry: nowhere, slow: nowhere, slowEndpoints: { read: async () => ({}) } },
    workers: {
      ...{ orders: nowhere, media: nowhere },
      housekeeping: {
        send: async (messages) => {
          for (const { message } of messages)
            if (message.job.type === 'job.meeting_due')
              await house({ 'detail-type': message.job.type, detail: message.job }, invocation);
        },
      },
    },
    bus: { publish: async () => undefined },
    continueIn: async () => undefined,
    ...{ clock, stage: 'test', log: () => undefined },
  });
  return async (): Promise<void> => {
    await run();
    const due = dueBots;
    dueBots = [];
    for (const id of due) await workers.work(id);
    await workers.runJobs();
  };
}

interface Taking {
  readonly story: BotStory;
  readonly world: World;
  /** Of the workspace. */
  readonly settings: string;
  readonly idsOf: (type: string) => readonly string[];
  readonly call: ReturnType<typeof callsTo>;
}

async function taken(step: Step, { story, world, settings, idsOf, call }: Taking): Promise<ApiResponse | undefined> {
  const { clock } = world;
  const { key } = story.owner;
  const inMinutes = (minutes: number): string => new Date(clock.now() + minutes * MINUTE_MS).toISOString();
  const one = (type: string, at: number): string | undefined => {
    const ids = idsOf(type);
    return ids[at % ids.length];
  };
  switch (step.does) {
    case 'push': {
      const { uid, who, startsIn, lasts, link: meeting_url, cancelled } = step;
      const ends_at = lasts === null ? null : inMinutes(startsIn + lasts);
      const member_data = { name: who, email: `${who}@acme.test` };
      const ical_uid = `${uid}@acme.test`;
      return story.push({ ical_uid, member_data, meeting_url, cancelled, starts_at: inMinutes(startsIn), ends_at });
    }
    case 'take out': {
      const id = one('calendar_event', step.nth);
      return id === undefined ? undefined : story.deleteEvent(id);
    }
    case 'send': {
      const join_at = step.joinIn === null ? null : inMinutes(step.joinIn);
      return story.send({ meeting_url: step.link, join_at, allow_multiple_bots: true });
    }
    case 'record':
      return story.updateSettings(settings, { recording: { enabled: step.on } });
    case 'label':
    case 'override': {
      const id = one('meeting', step.nth);
      if (id === undefined) return undefined;
      return step.does === 'label'
        ? call('PATCH', `/meetings/${id}`, { key, body: { metadata: { seen: inMinutes(0) } } })
        : call('PATCH', `/meetings/${id}/settings`, { key, body: { recording: { enabled: step.on } } });
    }
    case 'pass':
      clock.advance(step.minutes * MINUTE_MS);
      return undefined;
    default: {
      const id = one('bot', step.nth);
      return id === undefined ? undefined : takenOnBot(step, id, story, clock);
    }
  }
}

type BotStep = Extract<Step, { does: 'move bot' | 'cancel bot' | 'leave' | 'report' }>;

async function takenOnBot(
  step: BotStep,
  id: string,
  story: BotStory,
  clock: World['clock'],
): Promise<ApiResponse | undefined> {
  switch (step.does) {
    case 'move bot': {
      const { joinIn } = step;
      const join_at = joinIn === null ? null : new Date(clock.now() + joinIn * MINUTE_MS).toISOString();
      return story.patch(id, { join_at });
    }
    case 'cancel bot':
      return story.cancel(id);
    case 'leave':
      return story.leave(id);
    case 'report': {
      const theirNow = later(clock.now(), step.skewSeconds * SECOND_MS);
      if (step.says === 'recording') story.says(id, recordingSince(theirNow));
      else if (step.says === 'ended') story.says(id, endedAfter(later(theirNow, -MINUTE_MS), 60));
      else story.says(id, failedWith(step.says, theirNow));
      await story.workers.work(id);
      return undefined;
    }
  }
}
