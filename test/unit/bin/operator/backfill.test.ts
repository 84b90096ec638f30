import { backfillAll } from '#bin/operator/backfill';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { people } from '#functions/api/people/index';
import { deliveredDueAt, unscheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import { retentionDueAt } from '#shared/accounts/workspaces/retention-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { HOUR_MS, isoOf, later } from '#shared/foundation/core/time';
import { anOrderConversation } from '#test/contract/conversations/an-order-conversation';
import { aSearchWorld } from '#test/contract/search/a-search-world';
import { allWorkspacesIn } from '#test/support/all-workspaces-in';
import { aWorld, callsTo, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { peopleWorker } from '#test/support/people-worker';

/** A workspace with a meeting of before people were recorded: without the rows of people. */
async function anEarlierWorkspace() {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const body = {
    workspace_id: workspaceId,
    member_data: { email: 'ada@acme.test' },
    ical_uid: 'event@acme.test',
    starts_at: isoOf(later(noon, -2 * HOUR_MS)),
    ends_at: isoOf(later(noon, -HOUR_MS)),
    attendees: [{ name: 'Grace Hopper', email: 'grace@navy.test' }],
  };
  const { meeting_id } = (await callsTo(calendarEvents(world.context))('POST', '/calendar_events', { key, body })).body;
  await world.context.table.write({ remove: { pk: meeting_id, sk: 'PEOPLE' } });
  const stores = { table: world.context.table, workspaces: allWorkspacesIn(world.dynamo) };
  return {
    ...{ world, workspaceId, stores },
    dueAt: () => retentionDueAt(world.context.table, workspaceId),
    names: async () => {
      await peopleWorker(world).untilQuiet();
      const { body } = await callsTo(people(world.context))('GET', `/people?workspace_id=${workspaceId}`, { key });
      return body.data.map(({ name }: { readonly name: string }) => name);
    },
  };
}

describe('npm run ops -- backfill', () => {
  it('has the people of earlier meetings recorded, also when it runs twice', async () => {
    const { stores, names } = await anEarlierWorkspace();
    expect(await names()).toEqual([]);

    expect(await backfillAll(stores)).toBe('The people of 1 workspaces have begun.');
    expect(await names()).toEqual(['Grace Hopper']);
    await backfillAll(stores);

    expect(await names()).toEqual(['Grace Hopper']);
  });

  it('begins the sums of delivered webhooks, and leaves those that have begun', async () => {
    const { world, workspaceId, stores } = await anEarlierWorkspace();
    const { table } = world.context;
    const begun = await deliveredDueAt(table, workspaceId);
    await backfillAll(stores);
    expect(await deliveredDueAt(table, workspaceId)).toBe(begun);

    await table.write(unscheduleDeliveredSums(workspaceId));
    await backfillAll(stores);

    expect(await deliveredDueAt(table, workspaceId)).toBeDefined();
  });

  it('begins retention where it is asked to, and leaves one that has begun', async () => {
    const { stores, dueAt } = await anEarlierWorkspace();
    await backfillAll(stores);
    expect(await dueAt()).toBeUndefined();

    await backfillAll(stores, { retention: true });
    const begun = await dueAt();
    await backfillAll(stores, { retention: true });

    expect(begun).toBeDefined();
    expect(await dueAt()).toBe(begun);
  });

  it('has search read the texts of before where it is asked to, also when it runs twice', async () => {
    const made = await aSearchWorld();
    const { world, worker, titles, owner } = made;
    const text = { kind: 'transcription', sourceConversationId: null } as const;
    for (let nth = 0; nth < 30; nth += 1) await anOrderConversation(world, owner, { ...text, name: `Text ${nth}` });
    await anOrderConversation(world, owner, { name: 'Translation' });
    const stores = { table: world.context.table, workspaces: allWorkspacesIn(world.dynamo) };
    expect(await titles('bonjour')).toEqual([]);

    for (let nth = 0; nth < 2; nth += 1) {
      expect(await backfillAll(stores, { search: true })).toBe('The people and the search of 1 workspaces have begun.');
      await worker.untilQuiet();
    }

    expect(new Set(await titles('bonjour', '&limit=100')).size).toBe(30);
  });

  it('passes over archived workspaces', async () => {
    const { world, workspaceId, stores, dueAt } = await anEarlierWorkspace();
    const before = await workspaces.find(world.context.table, workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    const archived = { ...before.state, archivedAt: noon };
    await world.context.changes.save({ at: noon, writes: [workspaces.put(before, archived)] });

    expect(await backfillAll(stores, { retention: true })).toBe(
      'The people and the retention of 0 workspaces have begun.',
    );

    expect(await dueAt()).toBeUndefined();
  });
});
