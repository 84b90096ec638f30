import type { Instant } from '#shared/domain/time';
import { botsAtWork } from '#test/support/bots-at-work';
import { anOffice, type Office } from '../office.ts';
import { Meter } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** Processor time and round trips of a call, and of a look at a bot, in seconds; with a gigabyte, and with half of one. */
const CALL_SECONDS = 0.03;
const LOOK_SECONDS = 0.05;

/** What a call uses beside the table: the edge, its flood limit, the gateway, the function, its line in the log. */
const ONE_CALL: Usage = {
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
  /** From the pushed calendar event to the summary, without its webhooks. */
  readonly recordedMeeting: Usage;
  /** Deliveries that such a meeting leads to. */
  readonly webhooksOfMeeting: number;
}

/** What a busy partner's workspace uses, as the real handlers ask for it. */
export async function officeUsage(seed: number): Promise<OfficeUsage> {
  const meter = new Meter();
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
  let others_ = 0;
  for (let nth = 0; nth < SAMPLE; nth += 1) others_ += await recordOne(office);
  const tables = meter.read();
  const recorded = sumOf(times(ONE_CALL, 2 * SAMPLE), times(ONE_LOOK, others_), tables);
  return {
    readOne,
    readList,
    recordedMeeting: times(recorded, 1 / SAMPLE),
    webhooksOfMeeting: ((eventsIn(office) - told) * 3) / SAMPLE,
  };
}

/** Pushed, and recorded by a bot that is asked for; answers how often somebody looked at the bot. */
async function recordOne({ call, workspaceId, world, aFreshLink, aPush }: Office): Promise<number> {
  await call('POST', '/calendar_events', aPush());
  const bot = await call('POST', '/bots', { workspace_id: workspaceId, meeting_url: aFreshLink() });
  const workers = botsAtWork(world);
  for (let looks = 1; ; looks += 1) {
    await workers.work(bot.id);
    const due = workers.waiting.get(bot.id) ?? 0;
    if (due <= world.clock.now()) return looks;
    world.clock.set(due as Instant);
  }
}

const eventsIn = ({ world }: Office): number => world.dynamo.items().filter(({ type }) => type?.S === 'event').length;
