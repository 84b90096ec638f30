import { type Instant, isoOf, later, MINUTE_MS } from '#shared/core/time';
import { botWorkers } from '#test/support/bot-workers';
import { anOffice, type Office } from '../office.ts';
import { Meter, type Write } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Processor time and round trips of a call, and of a look at a bot, in seconds; with a gigabyte, and with half of one. */
const CALL_SECONDS = 0.03;
const LOOK_SECONDS = 0.05;

/** What a call uses beside the table: the edge, its flood limit, the gateway, the function, its line in the log. */
export const ONE_CALL: Usage = {
  ...{ 'edge request': 1, 'flood limit request': 1, 'gateway request': 1 },
  ...{ 'function request': 1, 'function GB-second': CALL_SECONDS, trace: 0.05, 'log GB': 400 / 1e9 },
};
/** A message to the dispatcher and its function's look. */
const ONE_LOOK: Usage = {
  ...{ 'queue request': 3, 'function request': 1, 'function GB-second': LOOK_SECONDS / 2 },
  ...{ trace: 0.05, 'log GB': 300 / 1e9 },
};
const SAMPLE = 3;

export interface OfficeUsage {
  readonly readOne: Usage;
  readonly readList: Usage;
  /** From the pushed calendar event to the summary, with the outbox rows of its events and without their deliveries. */
  readonly recordedMeeting: Usage;
  /** Events of such a meeting, each to three endpoints. Their outbox rows are in its usage. */
  readonly eventsOfMeeting: number;
  /** How many were recorded while writes were reported. */
  readonly meetings: number;
}

/** What a busy partner's workspace uses, as the real handlers ask for it. */
export async function officeUsage(seed: number, onWrite?: (write: Write) => void): Promise<OfficeUsage> {
  let isMeasuring = false;
  const meter = new Meter((write) => isMeasuring && onWrite?.(write));
  const others = <Send>(client: { readonly send: Send }) => meter.watch(client, 'key request', { Decrypt: () => 1 });
  const office = await anOffice({ table: (client) => meter.watchTable(client), others }, seed);
  const reading = async (path: string): Promise<Usage> => {
    const { statusCode, body = '' } = await office.request('GET', path).send();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return { 'GB out': (Buffer.byteLength(body) + 600) / 1e9 };
  };
  const used = async (path: string): Promise<Usage> => {
    await reading(path);
    meter.read();
    const out = await reading(path);
    return sumOf(ONE_CALL, out, meter.read());
  };
  const readOne = await used(`/meetings/${office.crowdedMeetingId}`);
  const readList = await used(`/meetings?workspace_id=${office.workspaceId}&limit=25`);
  const told = eventsIn(office);
  meter.read();
  isMeasuring = true;
  let looks = 0;
  for (let nth = 0; nth < SAMPLE; nth += 1) looks += await recordOne(office, meter);
  const recorded = sumOf(times(ONE_CALL, SAMPLE), times(ONE_LOOK, looks), meter.read());
  return {
    readOne,
    readList,
    recordedMeeting: times(recorded, 1 / SAMPLE),
    eventsOfMeeting: (eventsIn(office) - told) / SAMPLE,
    meetings: SAMPLE,
  };
}

/** Pushed, and recorded because the settings say so; answers how often the bot was read. */
async function recordOne({ call, workspaceId, world, aPush }: Office, meter: Meter): Promise<number> {
  const startsAt = later(world.clock.now(), 10 * MINUTE_MS);
  const span = { starts_at: isoOf(startsAt), ends_at: isoOf(later(startsAt, 30 * MINUTE_MS)) };
  const { meeting_id } = await call('POST', '/calendar_events', aPush(span));
  const botNow = async () => {
    const used = meter.read();
    const { data } = await call('GET', `/bots?workspace_id=${workspaceId}&meeting_id=${meeting_id}`);
    meter.read();
    meter.add(used);
    return data[0];
  };
  const { id } = await botNow();
  world.clock.set(later(startsAt, -MINUTE_MS));
  const workers = botWorkers(world);
  for (let looks = 1; ; looks += 1) {
    await workers.work(id);
    const due = workers.waiting().at(-1)?.[1] ?? 0;
    if (due <= world.clock.now()) {
      const { status } = await botNow();
      if (status !== 'completed') throw new Error(`A meeting to be recorded ended as ${status}.`);
      return looks;
    }
    world.clock.set(due as Instant);
  }
}

const eventsIn = ({ world }: Office): number => world.dynamo.items().filter(({ type }) => type?.S === 'event').length;
