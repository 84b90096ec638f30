import { calendarConnections } from '#functions/api/calendar-connections/index';
import { exportsGroup } from '#functions/api/exports/index';
import { meetings } from '#functions/api/meetings/index';
import { liveSocket } from '#functions/sockets/live/index';
import { DAY_MS, HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { sqsQueue } from '#shared/foundation/platform/sqs-queue';
import type { Recorder } from '#shared/meetings/recorders/ports';
import { seededRandom } from '#test/benchmarks/random';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { callsTo, type World } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { aConnectedCalendar } from '#test/support/calendar-sync-worker';
import type { Call, Fault } from '#test/support/event-path/container';
import { partnerWorkspace } from '#test/support/event-path/partner-workspace';
import { aReceiver } from '#test/support/event-path/receiver';
import { type AnyQueue, JOB_QUEUES } from '#test/support/event-path/services';
import { anOccurrence } from '#test/support/fake-calendar';
import { anIcalEvent } from '#test/support/fake-feed';
import { fakeRecorder } from '#test/support/fake-recorder';
import { knowsLiveTickets } from '#test/support/live-call';
import { aService, type Service } from './a-service.ts';
import { duesIn } from './dues.ts';

/** How a simulated day went, for one worker. */
export interface WakeUps {
  readonly worker: string;
  /** How often something was due. */
  readonly due: number;
  /** How often a message woke the worker, or how often another service was asked. */
  readonly wakeUps: number;
  /** Messages among them that the queue delivered twice, and those of an invocation that was killed. */
  readonly repeated: number;
}

export interface Day {
  readonly wakeUps: readonly WakeUps[];
  /** How often bots were due at a recorder, and how often it was asked; likewise for calendars and live transcripts. */
  readonly requests: readonly WakeUps[];
  readonly unrouted: readonly string[];
  readonly deadLetters: number;
  /** Functions that Lambda stopped for a loop. */
  readonly stopped: readonly string[];
  /** Kinds of messages without a message group, and what was done with them. */
  readonly ungrouped: ReadonlyMap<string, 'worked on' | 'only sent on'>;
}

/** Of messages that a queue delivers twice, and of requests in which a function is killed. */
export interface Troubles {
  readonly duplicated: number;
  readonly killed: number;
}

/** Far more than queues and functions have. */
export const TROUBLES: Troubles = { duplicated: 0.01, killed: 0.0005 };

const CALL_MS = HOUR_MS;
/** How long someone reads along. */
const READING_MS = 12 * MINUTE_MS;
const JOINS_AFTER_MS = 20 * SECOND_MS;

/** A recorder whose bots are in the call twenty seconds after they were sent, for an hour. */
export function anHourlyRecorder({ clock }: World) {
  const { recorder } = fakeRecorder();
  const askedAt = new Map<string, Instant>();
  const asked = { sent: 0, observed: 0, lines: 0 };
  const playing: Recorder = {
    ...recorder,
    async send(order) {
      asked.sent += 1;
      askedAt.set(order.botId, askedAt.get(order.botId) ?? clock.now());
      return recorder.send(order);
    },
    async observe(bot) {
      asked.observed += 1;
      const startedAt = later(askedAt.get(bot.botId) ?? clock.now(), JOINS_AFTER_MS);
      if (clock.now() < startedAt) return { state: 'joining', lookAgainAt: null };
      if (clock.now() < later(startedAt, CALL_MS)) return { state: 'recording', startedAt, lookAgainAt: null };
      const files = [{ name: 'audio.wav', kind: 'audio', contentType: 'audio/wav', sizeBytes: 4 }] as const;
      const span = { startedAt, endedAt: later(startedAt, CALL_MS), durationSeconds: CALL_MS / SECOND_MS };
      return { state: 'ended', ...span, files, lookAgainAt: null };
    },
    async liveLines() {
      asked.lines += 1;
      return { lines: [], lookAgainAt: later(clock.now(), 3 * SECOND_MS) };
    },
  };
  return { recorder: playing, asked };
}

const sum = (countOf: (name: AnyQueue) => number, queues: readonly AnyQueue[]): number =>
  queues.reduce((all, name) => all + countOf(name), 0);

/** A simulated day of the whole service, with duplicated messages and killed functions. */
export async function aDay(seed: number, { duplicated, killed }: Troubles, lasts = DAY_MS): Promise<Day> {
  const random = seededRandom(seed + 1);
  let isRunning = false;
  const faults = ({ operation }: Call): Fault | undefined =>
    isRunning && operation !== 'receiver' && random() < killed ? { kind: 'kill', when: 'after' } : undefined;
  const duplicates = () => (random() < duplicated ? Math.round(random() * 120) : undefined);
  let hourly: ReturnType<typeof anHourlyRecorder> | undefined;
  const due = new Map<string, Set<string>>();
  const service = aService({
    ...{ seed, faults, duplicates },
    recorder: (world) => {
      hourly = anHourlyRecorder(world);
      return hourly.recorder;
    },
    async look({ world }) {
      for (const { worker, key } of duesIn(world)) due.set(worker, (due.get(worker) ?? new Set()).add(key));
    },
  });
  const play = await aPlot(service);
  isRunning = true;
  await play(lasts);
  const dueOf = (worker: string) => due.get(worker)?.size ?? 0;
  const { google, microsoft, feed } = service.calendars;
  const reads = [...google.calls, ...microsoft.calls].filter((call) => call.startsWith('read')).length;
  const row = (worker: string, ...queues: readonly AnyQueue[]): WakeUps => ({
    worker,
    due: dueOf(worker),
    wakeUps: sum(service.wakeUps, queues),
    repeated: sum(service.repeated, queues),
  });
  return {
    wakeUps: [
      row('bots', 'bots'),
      row('live', 'live'),
      row('calendars', 'calendars'),
      row('fanout', 'fanout'),
      row('webhook-delivery', 'first', 'retry', 'deliver-slow'),
      ...JOB_QUEUES.map((name) => row(name, name)),
    ],
    requests: [
      {
        ...row('bots', 'bots'),
        worker: 'recorder, bots',
        wakeUps: hourly ? hourly.asked.sent + hourly.asked.observed : 0,
      },
      { ...row('live', 'live'), worker: 'recorder, live transcripts', wakeUps: hourly?.asked.lines ?? 0 },
      { ...row('calendars', 'calendars'), worker: 'calendars and feeds', wakeUps: reads + feed.requests.length },
    ],
    unrouted: service.unrouted(),
    deadLetters: service.deadLetters().length,
    stopped: [...service.stopped],
    ungrouped: service.ungrouped(),
  };
}

/**
 * What partners and people do in a day: bots sent now, later and by settings, a call that is read along, two connected
 * calendars and a feed, webhooks to receivers of which one never answers, settings that change, an order, an export.
 */
async function aPlot({ world, services, calendars, run }: Service): Promise<(lasts: number) => Promise<void>> {
  const { clock, sqs, log } = services;
  const orders = await anOrderWorld({}, world);
  // What it recorded was worked on without the queues.
  services.dynamo.stream.take(Number.MAX_SAFE_INTEGER);
  const story = await aBotStory(world);
  const partner = partnerWorkspace(services);
  await partner.anEndpoint();
  const silent = await partner.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
  await story.push();
  const { workspaceId, key } = story.owner;
  const chosen = await story.createSettings({ recording: { enabled: true }, summary: { email: 'participants' } });
  const ada = await memberOf(world, story);
  calendars.google.put(anOccurrence('one', { startsAt: later(clock.now(), 5 * HOUR_MS) }));
  for (const provider of ['google', 'microsoft'] as const)
    await aConnectedCalendar(world, { workspaceId, memberId: ada, provider, accountEmail: `ada@${provider}.test` });
  calendars.feed.publish(
    anIcalEvent('planning@acme.test', 'SUMMARY:Planning', 'DTSTART:20261102T150000Z', 'DTEND:20261102T160000Z'),
  );
  const feedBody = { workspace_id: workspaceId, member_id: ada, url: 'https://calendar.example.com/private.ics' };
  await callsTo(calendarConnections(world.context))('POST', '/calendar_feeds', { key, body: feedBody });
  const socket = liveSocket(world.context, {
    ...{ queue: sqsQueue(services.sqs, sqs.urlOf('live')), stage: 'test', log },
    isLiveTicket: knowsLiveTickets(world.context),
  });

  const redeliverFailed = (): Promise<void> => {
    const { changes, ids } = partner.commands;
    const span = {
      workspaceId: partner.workspaceId,
      endpointId: silent.id,
      status: 'failed',
      since: 0 as Instant,
    } as const;
    const content = { bulkId: ids.make('out'), ...span, upTo: ids.make('evt') };
    return changes.save({ at: clock.now(), jobs: [{ type: 'job.bulk_redelivery', content }] });
  };

  const readAlong = async (meetingId: string): Promise<void> => {
    const ticket = await callsTo(meetings({ ...world.context, files: world.files }))(
      'GET',
      `/meetings/${meetingId}/live`,
      { key },
    );
    const queryStringParameters = Object.fromEntries(new URL(ticket.body.url).searchParams);
    await socket({ requestContext: { eventType: 'CONNECT', connectionId: 'one' }, queryStringParameters } as never);
  };

  const stopReading = () =>
    socket({ requestContext: { eventType: 'DISCONNECT', connectionId: 'one' }, queryStringParameters: null } as never);

  return async (lasts) => {
    const start = clock.now();
    const at = (milliseconds: number) => run(later(start, Math.min(milliseconds, lasts)));
    const { meeting_id } = (await story.send({ meeting_url: 'https://meet.google.com/aaa-good-aaa' })).body;
    await story.send({
      meeting_url: 'https://meet.google.com/bbb-good-bbb',
      join_at: new Date(start + 2 * HOUR_MS).toISOString(),
    });
    await orders.order();
    await orders.call('POST', '/transcribe', {
      key: orders.owner.key,
      body: {
        workspace_id: orders.owner.workspaceId,
        url: 'https://files.example.com/talk.mp3',
        language: 'en',
      },
    });
    await callsTo(exportsGroup(world.context))('POST', '/exports', {
      key: orders.owner.key,
      body: { conversation_ids: [orders.source], format: 'txt' },
    });
    await at(2 * MINUTE_MS);
    await readAlong(meeting_id);
    await at(READING_MS);
    await stopReading();
    for (let halves = 1; halves * 30 * MINUTE_MS <= lasts; halves += 1) {
      if (halves % 4 === 0) await partner.happens();
      if (halves === 5) await redeliverFailed();
      if (halves === 6)
        await story.updateSettings(chosen.body.id, { recording: { methods: { bot: { mode: 'audio_only' } } } });
      if (halves === 7) calendars.google.put(anOccurrence('two', { startsAt: later(clock.now(), 4 * HOUR_MS) }));
      await at(halves * 30 * MINUTE_MS);
    }
  };
}

async function memberOf(world: World, story: Awaited<ReturnType<typeof aBotStory>>): Promise<string> {
  const row = world.dynamo
    .items()
    .find(({ type, list_pk }) => type?.S === 'member' && list_pk?.S?.startsWith(story.owner.workspaceId));
  if (!row) throw new Error('There is no member.');
  return String(row['pk']?.S);
}
