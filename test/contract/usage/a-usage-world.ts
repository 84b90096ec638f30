import { workspaces } from '#functions/api/workspaces/index';
import { SECOND_MS } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';

/** A workspace that sends bots, with the worker that counts what they use. */
export async function aUsageWorld() {
  const story = await aBotStory();
  const { world, owner, workers, send, says } = story;
  const call = callsTo(workspaces(world.context));
  const housekeeping = housekeepingWorker(world);
  const read = (query = '', key = owner.key): Promise<ApiResponse> =>
    call('GET', `/usage?workspace_id=${owner.workspaceId}${query}`, { key });
  return {
    ...story,
    housekeeping,
    call,
    read,
    /** Quantities by kind, for the days of the query. */
    async totals(query = ''): Promise<Readonly<Record<string, number>>> {
      const { body } = await read(`&by=kind${query}`);
      return Object.fromEntries(
        body.data.map(({ kind, quantity }: { readonly kind: string; readonly quantity: number }) => [kind, quantity]),
      );
    },
    /** The id of a bot that has recorded for so many seconds, and whose transcript is there. */
    async aRecordedBot(seconds = 90, body: object = {}): Promise<string> {
      const { id } = (await send({ allow_multiple_bots: true, ...body })).body;
      const startedAt = world.clock.now();
      await workers.work(id);
      says(id, recordingSince(startedAt));
      await workers.work(id);
      world.clock.advance(seconds * SECOND_MS);
      says(id, endedAfter(startedAt, seconds));
      await workers.work(id);
      return id;
    },
  };
}
