import { provisionUser } from '#shared/accounts/identity/commands/provision-user';
import { seededRandom } from '#test/benchmarks/random';
import { noon } from '#test/support/api';
import type { FaultPlan } from '#test/support/event-path/container';
import { inMemoryServices } from '#test/support/event-path/services';
import { api, undisturbed } from './api.ts';
import { CHANCES, drawnFaults, type Preset } from './chances.ts';
import { circumstances } from './circumstances.ts';
import { client } from './client.ts';
import { Dues, dueAtOf } from './dues.ts';
import { type Figures, figuresOf } from './figures.ts';
import { brokenPromises } from './invariants.ts';
import { dueIn, jobRules } from './jobs.ts';
import { emptyLedger } from './ledger.ts';
import { outcomeOf } from './outcome.ts';
import { platform } from './platform.ts';
import { redeliveredAgain } from './redelivered-again.ts';
import { story } from './story.ts';
import { timeLine } from './time-line.ts';
import { type Part, without } from './without.ts';

export interface SeedGiven {
  readonly seed: number;
  readonly preset: Preset;
  /** How many times as much each workspace has to tell; 1 is some ten events. */
  readonly size?: number;
  /** Left out of the wiring, to see whether that is noticed. */
  readonly leftOut?: Part;
}

export interface SeedReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly figures: Figures;
}

/** One story, from its first request to the moment at which nothing waits for anything, and what is true then. */
export async function runSeed(given: SeedGiven): Promise<SeedReport> {
  const world = aWorldOf(given);
  await world.live();
  const { services, ledger, calm } = world;
  const outcome = await outcomeOf(services, ledger, calm.context.table);
  const violations = [
    ...ledger.broken,
    ...(await brokenPromises(outcome, { preset: given.preset, call: calm.call, keys: world.keys })),
    ...(await redeliveredAgain(outcome, { call: calm.call, keys: world.keys, rest: world.rest })),
  ];
  return { seed: given.seed, violations: [...new Set(violations)], figures: figuresOf(outcome) };
}

function aWorldOf({ seed, preset, size = 1, leftOut }: SeedGiven) {
  const random = seededRandom(seed);
  const time = timeLine(noon, random);
  const chances = CHANCES[preset];
  let isOn = false;
  const context = circumstances({ time, random, chances, isOn: () => isOn });
  const drawn = drawnFaults(chances, random);
  const plan: FaultPlan = (request) => (isOn ? drawn(request) : undefined);
  const dues = new Dues();
  const jobs = { services: () => services, time, plan };
  const services: ReturnType<typeof inMemoryServices> = inMemoryServices(seed, {
    ...context,
    rules: jobRules(jobs),
    ...{ clock: time.clock, random },
    table: { ...context.table, committed: (name, after) => dues.note(name, dueAtOf(after)) },
  });
  const { duplicates } = context;
  const { look } = platform({
    ...{ services, time, plan, duplicates, dues, leftOut: without(leftOut, services.dynamo) },
    due: (container) => dueIn(jobs, container),
  });
  const ledger = emptyLedger();
  const calm = undisturbed(services, time);
  const call = api(services, time, plan);
  /** By workspace. */
  const keys = new Map<string, string>();

  const anOwner = async (nth: number): Promise<string> => {
    const workspace = { name: 'Acme', emailDomains: ['acme.test'] };
    const user = { email: `owner-${nth}@acme.test`, workspace };
    const { apiKey, workspaceId: id } = await provisionUser(calm.context)(user);
    keys.set(id, apiKey);
    const body = { workspace_id: id, name: 'Ada', email: 'ada@acme.test' };
    await calm.call({ method: 'POST', path: '/members', key: apiKey, body });
    return id;
  };

  /** The whole of it. */
  const live = async (): Promise<void> => {
    const workspaces = [await anOwner(1), ...(random() < 0.4 ? [await anOwner(2)] : [])];
    isOn = true;
    const { receivers } = services;
    const stories = workspaces.map((workspaceId) => {
      const ask = client({ call, time, random, ledger, key: keys.get(workspaceId) ?? '' });
      return story({ ask, workspaceId, ledger, time, random, receivers, size });
    });
    const told = Promise.allSettled(stories);
    await time.run(look);
    for (const one of await told) if (one.status === 'rejected') throw one.reason;
    isOn = false;
  };

  return { services, ledger, calm, keys, live, rest: () => time.run(look) };
}
