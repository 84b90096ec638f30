import { randomBytes } from 'node:crypto';
import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

const HAPPENED = 12;

/** An endpoint that was disabled while events happened, and is enabled again. */
async function anEndpointThatWasAway() {
  const path = anEventPath();
  const receiver = aReceiver({ answers: [204] });
  const { id } = await path.anEndpoint({ receiver, enabled: false });
  const since = path.clock.now();
  for (let nth = 0; nth < HAPPENED; nth += 1) await path.happens();
  await path.untilQuiet();
  await path.change(id, { status: 'enabled' });
  return { path, id, since, received: receiver.received };
}

/** The job of a bulk redelivery, run as often as it is published. */
async function askForAll({ table, clock, workspaceId, all }: EventPath, endpointId: string, since: number) {
  const context = commandContext({ table, clock, randomBytes, backoff: { pause: async () => undefined } });
  const upTo = (await all())
    .map(({ id }) => id)
    .sort()
    .at(-1);
  const content = { bulkId: context.ids.make('out'), workspaceId, endpointId, status: 'skipped', since, upTo };
  await context.changes.save({
    at: clock.now(),
    jobs: [{ type: 'job.bulk_redelivery', content: content as never }],
  });
  const work = bulkRedelivery(context, { sleep: async () => undefined, log: () => undefined });
  return async (job: string | undefined) =>
    work(
      { 'detail-type': 'job.bulk_redelivery', detail: { id: job } },
      { getRemainingTimeInMillis: () => 5 * MINUTE_MS },
    );
}

describe('a bulk redelivery, from its job to the receiver', () => {
  it('sends each skipped event once with its original payload, and leaves nothing due', async () => {
    const { path, id, since, received } = await anEndpointThatWasAway();
    expect((await path.all()).map(({ status }) => status)).toEqual(Array(HAPPENED).fill('skipped'));
    const run = await askForAll(path, id, since);
    const job = path.due().find(({ sk }) => sk?.S === 'EVENT#job.bulk_redelivery')?.['pk']?.S;

    await run(job);
    await run(job);
    await path.untilQuiet();

    const deliveries = await path.all();
    expect(deliveries.map(({ status }) => status)).toEqual(Array(HAPPENED).fill('delivered'));
    expect(received.map((one) => one.id).sort()).toEqual(deliveries.map((one) => one.id).sort());
    expect(path.due()).toEqual([]);
  });
});
