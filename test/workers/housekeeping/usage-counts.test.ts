import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { meetings } from '#functions/api/meetings/index';
import { countUsage } from '#shared/accounts/usage/commands/count-usage';
import type { UsageJob } from '#shared/accounts/usage/rules/usage';
import type { BotId } from '#shared/foundation/core/ids';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { resultsOf } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { commandContext } from '#shared/wiring/command-context';
import { aUsageWorld } from '#test/contract/usage/a-usage-world';
import { callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { untilKilled } from '#test/support/until-killed';

/** A worker that is killed at a write, and the jobs that it repeats, by their place among all of them. */
const killed = fc.record({
  after: fc.integer({ min: 1, max: 4 }),
  keepsLast: fc.boolean(),
  jobs: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
});
const life = fc.record({
  /** Seconds that each bot records; null for one that is sent and still joins. */
  recorded: fc.array(fc.option(fc.integer({ min: 1, max: 200 })), { minLength: 1, maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 8 }),
  /** Bots whose results are removed afterwards, by their place. */
  removed: fc.array(fc.nat(3), { maxLength: 3 }),
  workers: fc.array(killed, { maxLength: 6 }),
});

type Killed = typeof killed extends fc.Arbitrary<infer One> ? One : never;
type World = Awaited<ReturnType<typeof aUsageWorld>>;

const jobsOf = ({ world }: World): readonly UsageJob[] =>
  world.dynamo
    .items()
    .flatMap(({ sk, content }) => (sk?.S === 'EVENT#job.usage' ? [JSON.parse(String(content?.S)) as UsageJob] : []));

const thresholdsIn = ({ world }: World): number =>
  world.dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#usage.threshold').length;

/** Slowly, from every bot that exists. */
async function countedSlowly({ world, owner }: World) {
  const rows = world.dynamo.items().filter(({ type }) => type?.S === 'bot');
  const found = await Promise.all(rows.map(({ pk }) => bots.find(world.context.table, pk?.S as BotId)));
  const all = found.flatMap((bot) => (bot?.state.workspaceId === owner.workspaceId ? [bot.state] : []));
  const seconds = all.reduce((sum, bot) => sum + (resultsOf(bot).durationSeconds ?? 0), 0);
  const files = all.flatMap((bot) => (bot.status === 'completed' || bot.status === 'processing' ? bot.files : []));
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return { sent: all.filter(({ status }) => status !== 'queued').length, seconds, bytes };
}

/** Removes the results of the meeting of a bot; nothing where it still records. */
async function removeResults({ world, owner }: World, nth: number): Promise<void> {
  const rows = world.dynamo.items().filter(({ type }) => type?.S === 'bot');
  const bot = await bots.find(world.context.table, rows[nth % rows.length]?.['pk']?.S as BotId);
  if (!bot) throw new Error('The bot does not exist.');
  await callsTo(meetings(world.context))('DELETE', `/meetings/${bot.state.meetingId}/results`, { key: owner.key });
}

/** A drawn worker delivers drawn jobs all at once, in its order, until it is killed. */
async function runKilled(made: World, { jobs, ...death }: Killed) {
  const { context, clock } = made.world;
  const table = untilKilled(context.table, death);
  const dying = commandContext({ table, clock, backoff: context.backoff, randomBytes: (size) => randomBytes(size) });
  const all = jobsOf(made);
  await Promise.allSettled(jobs.flatMap((nth) => all[nth % all.length] ?? []).map((job) => countUsage(dying)(job)));
}

/** Each bot is in a call of its own. */
let calls = 0;
function inCall() {
  calls += 1;
  return { meeting_url: `https://meet.google.com/abc-good-x${String.fromCharCode(97 + (calls % 26))}z` };
}

describe('the usage of a workspace', () => {
  it('equals a slow count of its bots, whatever was repeated, reordered and killed', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ recorded, limit, removed, workers }) => {
        const made = await aUsageWorld();
        const { world, owner, send, workers: botWorkers, aRecordedBot, totals } = made;
        await setUsageLimits(world.context)(owner.workspaceId, { recorded_minutes: limit });
        for (const seconds of recorded) {
          if (seconds !== null) await aRecordedBot(seconds, inCall());
          else await botWorkers.work((await send({ allow_multiple_bots: true, ...inCall() })).body.id);
        }

        // Before results are removed, which takes nothing back but bytes.
        const { sent, seconds } = await countedSlowly(made);
        for (const nth of removed) await removeResults(made, nth);
        for (const one of workers) await runKilled(made, one);
        await housekeepingWorker(world).runOnce();
        for (const job of jobsOf(made).toReversed()) await countUsage(world.context)(job);

        const { bytes } = await countedSlowly(made);
        const minutes = Math.round((seconds / 60) * 100) / 100;
        expect(await totals()).toMatchObject({
          bots_sent: sent,
          recorded_minutes: minutes,
          transcribed_minutes: minutes,
          stored_gigabytes: bytes / 1e9,
        });
        // In whole numbers: 0.8 * 3 is more than 2.4.
        expect(thresholdsIn(made)).toBe([80, 100].filter((percent) => seconds * 100 >= percent * limit * 60).length);
      }),
      { numRuns: sized({ everyday: 25, release: 200 }) },
    );
  });
});
