import { anyOf } from '#test/support/fault-proxy/plans';
import type { Bench } from './bench.ts';
import { aFewOnce, eachForAWhile, eachNowAndThen, eachOnce } from './cases.ts';
import { DRILLS, type Drill } from './drills.ts';
import { spotsAt } from './faults.ts';
import { HOPS, SWEEPER_HOPS } from './hops.ts';
import { kills } from './kills.ts';
import { accountOf } from './ledger.ts';
import type { Told } from './partner.ts';
import { arrived } from './quiet.ts';
import { type Case, type Outcome, pushAll, runCase } from './run-case.ts';

export interface Size {
  readonly table: 'few' | 'short' | 'kills' | 'full';
  /** Only cases whose name contains these words. */
  readonly only: string;
  /** How often a function is killed at each point. */
  readonly kills: number;
  /** Kills that follow each other at once. */
  readonly row: number;
  /** Told of in one go, under a few faults of every kind. */
  readonly events: number;
  /** How long a fault lasts that strikes every request. */
  readonly minuteSeconds: number;
  /** In [0, 1). */
  readonly random: () => number;
}

type Tell = (outcome: Outcome) => void;

/** Kills, faults, drills and the many, one after the other; each is reported when the next begins. */
export async function runTable(bench: Bench, size: Size, tell: Tell): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome) => {
    outcomes.push(outcome);
    tell(outcome);
  };
  const isFull = size.table === 'full';
  const cases = casesOf(bench, size);
  const isWanted = (...words: readonly string[]) => words.join(' ').includes(size.only);
  for (const one of cases) if (isWanted(one.amount, one.fault, one.hop.name)) note(await runCase(bench, one));
  // What waits for the sweeper must not be mixed up with what a drill takes away.
  await arrived(
    bench,
    outcomes.flatMap(({ told }) => told),
    REPAIRED_WITHIN_SECONDS,
  );
  for (const drill of isFull ? DRILLS : []) if (isWanted('drill', drill.name)) note(await runDrill(bench, drill, size));
  if (size.events > 0) note(await tellMany(bench, size));
  return outcomes;
}

function casesOf(bench: Bench, size: Size): readonly Case[] {
  switch (size.table) {
    case 'few':
      return aFewOnce();
    case 'kills':
      return kills(bench, size);
    case 'short':
      return [...kills(bench, size), ...eachOnce()];
    case 'full':
      return [...kills(bench, size), ...eachOnce(), ...eachNowAndThen(size), ...eachForAWhile(size)];
  }
}

const REPAIRED_WITHIN_SECONDS = 300;
/** The sweeper is the last resort, and so meets more than the others. */
const SWEEPER_PROBABILITY = 0.2;

async function runDrill(bench: Bench, { name, run }: Drill, { random }: Size): Promise<Outcome> {
  const killed = SWEEPER_HOPS.map((hop) => ({ hop, fault: { kind: 'killed', when: 'before' } as const }));
  const spots = [...spotsAt(SWEEPER_HOPS), ...killed];
  const plan = anyOf(spots, { probability: SWEEPER_PROBABILITY, random });
  bench.spoil(plan);
  const told = await run(bench);
  bench.spoil();
  const struck = plan.struck();
  return {
    ...{ fault: name, amount: 'drill', hop: 'sweeper: any fault, or killed', told, struck },
    account: of(bench, told),
  };
}

const CHUNK = 100;
const CHUNK_SECONDS = 60;
const MANY_PROBABILITY = 0.002;

/** In portions: what the path cannot take at once would wait in queues, and count as lost before its time. */
async function tellMany(bench: Bench, { events, random }: Size): Promise<Outcome> {
  const plan = anyOf(spotsAt(HOPS), { probability: MANY_PROBABILITY, random });
  bench.spoil(plan);
  const told: Told[] = [];
  for (let at = 0; at < events; at += CHUNK) {
    const some = await pushAll(bench, `many-${at}`, Math.min(CHUNK, events - at));
    told.push(...some);
    await arrived(bench, some, CHUNK_SECONDS);
  }
  bench.spoil();
  return {
    ...{ fault: 'any', amount: '0.2 %', hop: 'any', told, struck: plan.struck() },
    account: of(bench, told),
  };
}

const of = (bench: Bench, told: readonly Told[]) => () => accountOf(bench.partner, told);
