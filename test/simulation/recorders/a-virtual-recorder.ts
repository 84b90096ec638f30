import { transcriptionFrom } from '#shared/capture/recorders/simulator/script';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { type Recorder, RecorderUnreachable, type SendResult } from '#shared/meetings/recorders/ports';
import type { RecorderObservation } from '#shared/meetings/recorders/rules/observation';
import { fakeRecorder, SPOKEN } from '#test/support/fake-recorder';

/** How a bot goes at a recorder that is asked for it. */
const FATES = [
  'good',
  'good',
  'good',
  'not admitted',
  'crashes early',
  'crashes late',
  'hangs in lobby',
  'hangs in call',
  'forgotten',
] as const;
type Fate = (typeof FATES)[number];

/** A bot that a recorder created, and when it was in the lobby or the call. */
export interface Presence {
  readonly botId: string;
  readonly recorder: string;
  /** When the recorder was asked for it. */
  readonly askedAt: Instant;
  readonly from: Instant;
  /** When it was gone, by itself or asked to leave. */
  until: Instant;
  isToldToLeave: boolean;
}

interface Created extends Presence {
  readonly fate: Fate;
  readonly recordsAt: Instant;
  /** Told to leave, it stays for so long. */
  readonly stubbornMs: number;
}

interface Given {
  readonly name: string;
  readonly hasTranscripts: boolean;
  readonly random: () => number;
  readonly clock: { now(): Instant };
  /** Time that a call takes passes on the clock of the simulation. */
  readonly pass: (milliseconds: number) => void;
}

/** Longer than any bot may stay: asked to leave, it goes before. */
const FOREVER_MS = 24 * 60 * MINUTE_MS;

/**
 * A recorder in virtual time: full, out of reach for a while, answering errors after it created a bot, losing answers of
 * requests that take effect later, with bots that crash, hang, or are forgotten.
 */
export function aVirtualRecorder({ name, hasTranscripts, random, clock, pass }: Given) {
  const created: Created[] = [];
  const outage = { from: later(clock.now(), random() * 40 * MINUTE_MS), minutes: random() < 0.4 ? random() * 20 : 0 };
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));

  const reach = () => {
    const now = clock.now();
    if (now >= outage.from && now < outage.from + outage.minutes * MINUTE_MS)
      throw new RecorderUnreachable('down', random() < 0.5 ? 'none' : 'unknown');
    if (random() < 0.02) throw new RecorderUnreachable('no answer', 'unknown');
  };

  /** When it was asked for a bot of ours and did not answer. */
  const unansweredFinds: Instant[] = [];

  const create = (botId: string, afterMs: number): void => {
    const askedAt = clock.now();
    const from = later(askedAt, afterMs);
    const fate = FATES[Math.floor(random() * FATES.length)] ?? 'good';
    const recordsAt = later(from, between(5, 300) * SECOND_MS);
    created.push({
      botId,
      recorder: name,
      askedAt,
      from,
      until: endOf(fate, from, recordsAt, between),
      fate,
      isToldToLeave: false,
      recordsAt,
      stubbornMs: random() < 0.1 ? between(1, 30) * MINUTE_MS : 2 * SECOND_MS,
    });
  };

  /** What exists at this moment: a request whose answer was lost takes effect later. */
  const known = (botId: string) => created.find((one) => one.botId === botId && one.from <= clock.now());

  const recorder: Recorder = {
    ...fakeRecorder().recorder,
    async send({ botId }): Promise<SendResult> {
      reach();
      const drawn = random();
      if (drawn < 0.1) return { outcome: 'refused', refusal: 'full', nativeCode: null, detail: 'Full.' };
      if (drawn < 0.13) return { outcome: 'refused', refusal: 'rejected', nativeCode: '401', detail: 'Refused.' };
      if (drawn < 0.2) throw new RecorderUnreachable('connection refused', 'none');
      if (drawn < 0.25) {
        create(botId, 0);
        throw new RecorderUnreachable('500', 'final');
      }
      if (drawn < 0.3) throw new RecorderUnreachable('500', 'final');
      if (drawn < 0.4) {
        // The request ends here after 20 seconds, and there up to 35 seconds after it began.
        if (drawn < 0.37) create(botId, between(0, 35) * SECOND_MS);
        pass(20 * SECOND_MS);
        throw new RecorderUnreachable('no answer', 'unknown');
      }
      create(botId, 0);
      pass(between(1, 2_000));
      return { outcome: 'accepted', externalId: botId, otherIds: [] };
    },
    // Without a transcript of its own, the speech service is asked.
    transcript: async () => (hasTranscripts ? transcriptionFrom(SPOKEN) : undefined),
    openMedia: async () => ({ stream: fourBytes(), firstByte: 0, totalBytes: 4, etag: null }),
    async find({ botId }) {
      try {
        reach();
      } catch (error) {
        unansweredFinds.push(clock.now());
        throw error;
      }
      return known(botId) ? { externalId: botId, otherIds: [] } : undefined;
    },
    async observe({ botId }) {
      reach();
      const bot = known(botId);
      return bot && observed(bot, clock.now());
    },
    leave: async ({ botId }) => {
      reach();
      tellToLeave(botId);
    },
    cancel: async ({ botId }) => {
      reach();
      tellToLeave(botId);
    },
  };
  const tellToLeave = (botId: string) => {
    const bot = known(botId);
    if (!bot) return;
    bot.isToldToLeave = true;
    bot.until = Math.min(bot.until, later(clock.now(), bot.stubbornMs)) as Instant;
  };
  return {
    recorder,
    presences: created as readonly Presence[],
    unansweredFinds: unansweredFinds as readonly Instant[],
  };
}

/** In the turn in which it is asked for: what happens when does not depend on the machine. */
const fourBytes = () =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3, 4]));
      controller.close();
    },
  });

function endOf(
  fate: Fate,
  from: Instant,
  recordsAt: Instant,
  between: (least: number, most: number) => number,
): Instant {
  switch (fate) {
    case 'not admitted':
      return later(from, 10 * MINUTE_MS);
    case 'crashes early':
      return later(from, Math.min(between(1, 120) * SECOND_MS, recordsAt - from - 1));
    case 'hangs in lobby':
    case 'hangs in call':
    case 'forgotten':
      return later(from, FOREVER_MS);
    case 'crashes late':
    case 'good':
      return later(recordsAt, between(1, 40) * MINUTE_MS);
  }
}

function observed({ fate, recordsAt, until }: Created, now: Instant): RecorderObservation | undefined {
  const lookAgainAt = null;
  if (fate === 'forgotten' && now > later(recordsAt, MINUTE_MS)) return undefined;
  const records = fate !== 'hangs in lobby' && fate !== 'not admitted' && now >= recordsAt;
  if (now < until)
    return records ? { state: 'recording', startedAt: recordsAt, lookAgainAt } : { state: 'lobby', lookAgainAt };
  const failed = { state: 'failed', nativeCode: null, endedAt: until, lookAgainAt } as const;
  if (fate === 'crashes early' || fate === 'crashes late')
    return { ...failed, failure: 'crashed', detail: 'It crashed.' };
  if (until <= recordsAt || fate === 'hangs in lobby' || fate === 'not admitted')
    return { ...failed, failure: 'not_admitted', detail: 'It was not admitted.' };
  const files = [{ name: 'audio.wav', kind: 'audio', contentType: 'audio/wav', sizeBytes: 4 }] as const;
  const durationSeconds = (until - recordsAt) / SECOND_MS;
  return { state: 'ended', startedAt: recordsAt, endedAt: until, durationSeconds, files, lookAgainAt };
}
