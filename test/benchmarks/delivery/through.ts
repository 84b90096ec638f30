import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Stack } from '#bin/stack/stack-file';
import { SECOND_MS } from '#shared/foundation/core/time';
import { aPartner, type Partner } from '#test/faults/partner';
import { seededRandom } from '../random.ts';
import { passing } from './latencies.ts';
import { Ledger } from './ledger.ts';
import type { Measured } from './measure-run.ts';
import { prompt } from './profiles.ts';
import type { Place } from './receivers.ts';

interface Size {
  readonly rate: number;
  readonly minutes: number;
  readonly seed: number;
}

const TIMEOUT_MS = 120 * SECOND_MS;

/**
 * The same open model through a stack that runs: calendar events pushed at their rate, three endpoints over loopback
 * HTTP. An emulator on one machine is slower than AWS and has one queue of requests for everybody: a small rate.
 */
export async function measureThrough(stack: Stack, { rate, minutes, seed }: Size): Promise<Measured> {
  const partner = await aPartner(stack);
  const seconds = minutes * 60;
  const warmUp = Math.min(30, seconds / 2);
  const places = partner.receivers.map(({ url }): Place => ({ url, secret: '', behaviour: prompt }));
  const ledger = new Ledger(places, new Set());
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const startedAt = Date.now();
  try {
    const pushed = await pushes(partner, { rate, seconds, seed }, ledger);
    const lastEventAt = Date.now();
    await settled(partner, pushed.length, lastEventAt + TIMEOUT_MS);
    note(partner, places, ledger);
    return {
      ...{ as: 'emulator', eventsPerSecond: rate, seconds },
      ...ledger.figures(startedAt + warmUp * SECOND_MS, lastEventAt),
      ...{ longestQueues: {}, containers: {}, backlogSeconds: undefined, errors: 0 },
      loopDelayP99: delay.percentile(99) / 1e6,
    };
  } finally {
    delay.disable();
    await partner.close();
  }
}

interface PushRate {
  readonly rate: number;
  readonly seconds: number;
  readonly seed: number;
}

/** Ids of the meetings, once the API has answered; the answer stands for the commit, which comes a little before. */
async function pushes(partner: Partner, { rate, seconds, seed }: PushRate, ledger: Ledger): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const run = Date.now();
  const under: Promise<string>[] = [];
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) / rate) * SECOND_MS;
    if (at > seconds * SECOND_MS) return Promise.all(under);
    await passing(Math.max(0, run + at - Date.now()));
    under.push(pushOne(partner, `load-${run}-${under.length}`, ledger));
  }
}

async function pushOne(partner: Partner, name: string, ledger: Ledger): Promise<string> {
  const { meetingId, acceptedAt } = await partner.push(name);
  ledger.committed(meetingId, acceptedAt, () => true);
  return meetingId;
}

async function settled({ receivers }: Partner, events: number, until: number): Promise<void> {
  const isComplete = () => receivers.every(({ received }) => received.length >= events);
  while (!isComplete() && Date.now() < until) await passing(100);
}

function note({ receivers }: Partner, places: readonly Place[], ledger: Ledger): void {
  for (const [nth, { received }] of receivers.entries())
    for (const { id, object, at, genuine, answered } of received) {
      const place = places[nth];
      if (place) ledger.arrived({ place, id, subject: object.id, at, verified: genuine, acknowledged: answered < 300 });
    }
}
