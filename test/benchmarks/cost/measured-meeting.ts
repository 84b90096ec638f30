import { trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import { simulatorRecorder } from '#shared/capture/recorders/simulator/simulator-recorder';
import { HOUR_MS, type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { aWorld } from '#test/support/api';
import { aReceiver } from '#test/support/event-path/receiver';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { anOffice, SIZE } from '../office.ts';
import { aCall, CALL_MINUTES, PART_SIZES_HERE } from './a-call.ts';
import type { Deployment } from './deployment.ts';
import type { Write } from './meter.ts';
import { meteredServices, type Work } from './metered-services.ts';
import { stackFunctions } from './stack-functions.ts';
import { stackPlatform } from './stack-platform.ts';
import { storedBytes } from './table-units.ts';

/** A meeting is pushed so long before it begins. */
const NOTICE_MS = 10 * MINUTE_MS;
/** A partner reads the results when it has heard of them. */
const READ_AFTER_MS = 5 * MINUTE_MS;
/** By then a meeting leaves nothing to do but what is due on another day. */
const REST_MS = 20 * MINUTE_MS;

/** Work for a meeting, at a time from its beginning. */
export interface MeetingWork extends Omit<Work, 'at'> {
  readonly fromStartMs: number;
}

export interface MeasuredMeeting {
  /** Of all that were recorded. */
  readonly work: readonly MeetingWork[];
  readonly writes: readonly { readonly worker: string; readonly write: Write }[];
  readonly meetings: number;
  readonly callMinutes: number;
  /** Of one meeting, on average. */
  readonly events: number;
  readonly webhooks: number;
  /** Rows with their index entries, and files beside the recording, that one meeting leaves. */
  readonly rowBytes: number;
  readonly textBytes: number;
}

export interface Measurement {
  readonly seed: number;
  readonly deployment: Deployment;
  /** Three by default. */
  readonly meetings?: number;
  /** An hour by default. */
  readonly callMinutes?: number;
}

/**
 * Meetings in the workspace of a busy partner, one after the other, from the push of the calendar event to the
 * mail with the summary: the real functions with their queues, the bus and the sweeper, on in-memory services. The bot is
 * looked at for the whole call, every event goes to three endpoints, and the partner reads the results once.
 */
export async function measureMeeting({ seed, deployment, ...given }: Measurement): Promise<MeasuredMeeting> {
  const { meetings = 3, callMinutes = CALL_MINUTES } = given;
  const stack = await aStack(seed, deployment, callMinutes);
  const { services, writes, platform, record } = stack;
  await platform.until(later(services.clock.now(), HOUR_MS));
  await stack.forgetRequests();
  services.work.length = 0;
  writes.length = 0;
  const before = stack.left();
  const begins: Instant[] = [];
  for (let nth = 0; nth < meetings; nth += 1) {
    const startsAt = nextHour(later(services.clock.now(), NOTICE_MS));
    begins.push(startsAt);
    await record(startsAt);
  }
  const after = stack.left();
  const ofOne = (of: (one: typeof after) => number) => (of(after) - of(before)) / meetings;
  return {
    work: services.work.map(({ at, ...rest }) => ({ ...rest, fromStartMs: at - startOf(begins, at) })),
    writes,
    ...{ meetings, callMinutes },
    events: ofOne(({ events }) => events),
    webhooks: ofOne(({ webhooks }) => webhooks),
    rowBytes: ofOne(({ rowBytes }) => rowBytes),
    textBytes: ofOne(({ fileBytes }) => fileBytes) - stack.recordingBytes,
  };
}

const nextHour = (at: Instant): Instant => (Math.ceil(at / HOUR_MS) * HOUR_MS) as Instant;

/** Of the meeting that was being prepared, was going on or had just ended then. */
const startOf = (begins: readonly Instant[], at: number): number =>
  begins.findLast((start) => start - NOTICE_MS <= at) ?? Math.min(...begins);

async function aStack(seed: number, deployment: Deployment, callMinutes: number) {
  const writes: { readonly worker: string; readonly write: Write }[] = [];
  const services = meteredServices(seed, deployment, (worker, write) => writes.push({ worker, write }));
  const { clock, dynamo, kms, receivers } = services;
  const api = services.reachedBy('api');
  const made = aWorld({}, dynamo, undefined, undefined, clock);
  const office = await anOffice({ table: () => api.services.dynamo, others: api.keys }, seed, {
    world: { ...made, context: { ...made.context, files: api.files } },
    ...{ kms, summary: { email: 'participants' } },
  });
  await trustMail(made.context)(office.workspaceId, { mailApproved: true });
  for (let nth = 0; nth < SIZE.endpoints; nth += 1)
    receivers.push({ ...aReceiver(), url: `https://partner.test/hooks/${nth}` });
  const call = aCall(callMinutes);
  const timeScale = { scaled: (milliseconds: number) => milliseconds };
  const recorder = simulatorRecorder({ files: inMemoryFiles(), clock, timeScale, meetings: async () => call });
  const functions = stackFunctions({ services, world: office.world, recorder, partSizes: PART_SIZES_HERE });
  const platform = stackPlatform({ services, deployment, functions });
  const host = { workspace_id: office.workspaceId, email: 'host@acme.test' };
  const { id: member_id } = await office.call('POST', '/members', host);

  const ask = (method: string, path: string, body?: unknown) =>
    api.doing(1, async () => {
      const { statusCode = 0, body: text = '' } = await office.request(method, path, body).send();
      if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode} ${text}`);
      api.add({ 'GB out': (Buffer.byteLength(text) + 600) / 1e9 });
      return JSON.parse(text);
    });
  return {
    ...{ services, writes, platform },
    recordingBytes: call.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    /** The requests before the first meeting are counted for nothing. */
    forgetRequests: () => api.doing(0, async () => undefined),
    /** What is there now. */
    left: () => ({
      events: dynamo.items().filter(({ type }) => type?.S === 'event').length,
      webhooks: receivers.reduce((sum, { received }) => sum + received.length, 0),
      rowBytes: dynamo.items().reduce((sum, item) => sum + storedBytes(item), 0),
      fileBytes: services.fileBytes(),
    }),
    async record(startsAt: Instant): Promise<void> {
      const endsAt = later(startsAt, callMinutes * MINUTE_MS);
      const span = { member_id, starts_at: isoOf(startsAt), ends_at: isoOf(endsAt) };
      await platform.until(later(startsAt, -NOTICE_MS));
      const { meeting_id } = await ask('POST', '/calendar_events', office.aPush(span));
      await platform.until(later(endsAt, READ_AFTER_MS));
      await ask('GET', `/meetings/${meeting_id}`);
      const { transcript, summary } = await ask('GET', `/meetings/${meeting_id}/results`);
      if (!transcript || !summary) throw new Error('A meeting was recorded without a transcript and a summary.');
      await platform.until(later(endsAt, REST_MS));
    },
  };
}
