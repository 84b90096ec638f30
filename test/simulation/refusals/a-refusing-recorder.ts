import * as attendee from '#shared/capture/recorders/attendee/attendee-errors';
import * as meetingBaas from '#shared/capture/recorders/meeting-baas/mbaas-refusal';
import * as recall from '#shared/capture/recorders/recall/recall-refusal';
import type { RecorderResponse } from '#shared/capture/recorders/requests/send-request';
import * as vexa from '#shared/capture/recorders/vexa/vexa-errors';
import { type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import {
  type Recorder,
  type RecorderOutage,
  RecorderUnreachable,
  type SendResult,
} from '#shared/meetings/recorders/ports';
import { fakeRecorder } from '#test/support/fake-recorder';

/** A bot that a recorder created, and when it is in the call. */
export interface Presence {
  readonly botId: string;
  readonly recorder: string;
  /** When the request to create it came, and when it had its effect. */
  readonly askedAt: Instant;
  readonly createdAt: Instant;
  readonly from: Instant;
  /** Told to leave, it is gone two seconds later. */
  until: Instant;
}

export const REFUSALS = [500, 502, 503, 504, 429, 'time-out', 'cut body'] as const;
type RefusalKind = (typeof REFUSALS)[number];

/** How each kind of recorder reads an error of its own. */
const READ: Readonly<Record<string, (response: RecorderResponse) => SendResult>> = {
  attendee: attendee.refusalOf,
  meeting_baas: meetingBaas.refusalIn,
  recall: recall.refusalIn,
  vexa: vexa.refusalOf,
};
export const KINDS = Object.keys(READ);

/** How a recorder refuses, of one seed. */
export interface Refusing {
  /** Of the adapters. */
  readonly kind: string;
  readonly create: RefusalKind | null;
  readonly find: RefusalKind | null;
  /** Everything else that it is asked. */
  readonly rest: RefusalKind | null;
  /** A bot that it refuses is created all the same, where that may be, so long after the refusal. */
  readonly createsAfterMs: number | null;
  /** From then on it is well. */
  readonly wellAt: Instant;
}

interface Given {
  readonly name: string;
  /** Null where it is well throughout. */
  readonly refusing: Refusing | null;
  readonly random: () => number;
  readonly clock: { now(): Instant };
  /** Time that a call takes passes on the clock of the simulation. */
  readonly pass: (milliseconds: number) => void;
}

const LONGEST_CREATE_MS = 20 * SECOND_MS;
const LONGEST_CALL_MS = 10 * SECOND_MS;
const CALL_MS = 50 * MINUTE_MS;

/** A recorder in virtual time that refuses what it is asked for a while. */
export function aRefusingRecorder({ name, refusing, random, clock, pass }: Given) {
  const presences: Presence[] = [];
  const answeredFinds: Instant[] = [];
  const between = (least: number, most: number) => Math.round(least + random() * (most - least));
  const isWell = () => refusing === null || clock.now() >= refusing.wellAt;

  const create = (botId: string, askedAt: Instant, afterMs: number) => {
    const createdAt = later(clock.now(), afterMs);
    const from = later(createdAt, between(1, 10) * SECOND_MS);
    presences.push({ botId, recorder: name, askedAt, createdAt, from, until: later(from, CALL_MS) });
  };

  /** The error of the port for a refusal. */
  const outageOf = (kind: RefusalKind, longestMs: number): RecorderOutage => {
    if (kind === 'time-out') pass(longestMs);
    if (kind === 'time-out' || kind === 'cut body') return new RecorderUnreachable('No answer came.', 'unknown');
    try {
      READ[refusing?.kind ?? '']?.({ status: kind, headers: new Headers(), json: undefined, text: '' });
    } catch (error) {
      if (error instanceof RecorderUnreachable) return error;
    }
    throw new Error(`The adapter takes ${kind} for an answer.`);
  };

  const refuse = (kind: RefusalKind | null): void => {
    pass(between(1, 300));
    if (kind !== null && !isWell()) throw outageOf(kind, LONGEST_CALL_MS);
  };
  const known = (botId: string) => presences.find((one) => one.botId === botId && one.createdAt <= clock.now());
  const tellToLeave = async ({ botId }: { readonly botId: string }) => {
    refuse(refusing?.rest ?? null);
    const there = known(botId);
    if (there) there.until = Math.min(there.until, later(clock.now(), 2 * SECOND_MS)) as Instant;
  };

  const recorder: Recorder = {
    ...fakeRecorder().recorder,
    async send({ botId }): Promise<SendResult> {
      const askedAt = clock.now();
      pass(between(1, 2_000));
      if (refusing !== null && refusing.create !== null && !isWell()) {
        // The bot of a lost answer is there when the answer is cut, or later.
        const error = outageOf(refusing.create, LONGEST_CREATE_MS);
        if (error.effect !== 'none' && refusing.createsAfterMs !== null)
          create(botId, askedAt, error.effect === 'final' ? 0 : refusing.createsAfterMs);
        throw error;
      }
      create(botId, askedAt, 0);
      return { outcome: 'accepted', externalId: botId, otherIds: [] };
    },
    async find({ botId }) {
      refuse(refusing?.find ?? null);
      answeredFinds.push(clock.now());
      return known(botId) ? { externalId: botId, otherIds: [] } : undefined;
    },
    async observe({ botId }) {
      refuse(refusing?.rest ?? null);
      const there = known(botId);
      if (!there) return undefined;
      if (clock.now() < there.from) return { state: 'joining', lookAgainAt: null };
      if (clock.now() < there.until) return { state: 'recording', startedAt: there.from, lookAgainAt: null };
      return {
        ...{ state: 'failed', failure: 'no_media', nativeCode: null, detail: 'It left.' },
        ...{ endedAt: there.until, lookAgainAt: null },
      };
    },
    leave: tellToLeave,
    cancel: tellToLeave,
  };
  return {
    name,
    recorder,
    presences: presences as readonly Presence[],
    answeredFinds: answeredFinds as readonly Instant[],
  };
}
