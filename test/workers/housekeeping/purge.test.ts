import { S3Client } from '@aws-sdk/client-s3';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { listOf } from '#shared/foundation/dynamodb/keys';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { workspaceRows } from '#shared/lifecycle/workspaces/workspace-rows';
import { entities } from '#shared/wiring/entities';
import { resources } from '#shared/wiring/resources';
import { twoOffices } from '#test/contract/edge/two-offices';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { aWorld, noon } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';

/** Two workspaces with one of everything, of which ours was archived, so many days ago. */
async function anArchivedOffice({ daysAgo = 30 } = {}) {
  const offices = await twoOffices();
  const { world, owner, ours, files, call } = offices;
  for (const { wks, upl } of [ours, offices.theirs])
    for (const path of [`${wks}/bot_1/transcript.json`, `uploads/${wks}/${upl}`])
      await files.put(path, Buffer.from('Hello'), 'application/json');
  const { key } = owner;
  const push = (nth: number, more: object = {}) =>
    call('POST', '/calendar_events', {
      key,
      body: {
        workspace_id: ours.wks,
        member_data: { email: `person-${nth % 7}@acme.test` },
        ical_uid: `event-${nth}`,
        starts_at: new Date(noon + nth * HOUR_MS).toISOString(),
        meeting_url: 'https://meet.google.com/xyz-good-abc',
        attendees: [{ email: 'ada@acme.test' }],
        ...more,
      },
    });
  for (let nth = 0; nth < 30; nth += 1) await push(nth);
  // A further single event of a uid, in the calendar of another member.
  await push(1, { ical_uid: 'event-0', meeting_url: null });
  const asked = { workspace_id: ours.wks, meeting_url: 'https://meet.google.com/mem-good-ber', member_id: ours.mem };
  await call('POST', '/bots', { key, body: asked });
  const retention = { workspace_id: ours.wks, scope: ['meetings:external'], retention: { media_days: 30 } };
  await call('POST', '/settings', { key, body: retention });
  await call('DELETE', `/workspaces/${ours.wks}`, { key });
  const housekeeping = housekeepingWorker(world);
  await housekeeping.untilQuiet();
  world.clock.set((noon + daysAgo * DAY_MS) as typeof noon);
  return { ...offices, housekeeping };
}

type Offices = Awaited<ReturnType<typeof anArchivedOffice>>;

/** Rows that expire by themselves: limits, and sent events and finished jobs. */
const expires = (pk: string): boolean => /^(?:LIMIT#|out_)/.test(pk);

const rowsNaming = ({ dynamo }: Pick<Offices, 'dynamo'>, id: string): readonly string[] =>
  dynamo
    .items()
    .filter((item) => !expires(String(item['pk']?.S)) && JSON.stringify(item).includes(id))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);

const filesOf = ({ files }: Pick<Offices, 'files'>, id: string): readonly string[] =>
  [...(files as unknown as { readonly files: ReadonlyMap<string, unknown> }).files.keys()].filter((key) =>
    key.includes(`${id}/`),
  );

describe('a workspace that was archived 30 days ago', () => {
  it('is purged: every row of it, every file, and itself; nothing of anybody else', async () => {
    const offices = await anArchivedOffice();
    const { housekeeping, ours, theirs } = offices;
    const before = { rows: rowsNaming(offices, theirs.wks), files: filesOf(offices, theirs.wks) };
    expect(rowsNaming(offices, ours.wks).length).toBeGreaterThan(100);
    expect(rowsNaming(offices, ours.wks)).toContainEqual(expect.stringMatching(/#UID#\S+ ONE#/));
    await housekeeping.due(ours.wks);

    await housekeeping.untilQuiet();

    expect(rowsNaming(offices, ours.wks)).toEqual([]);
    // Users outlive their workspaces, with their agents.
    const { usr: _user, agt: _agent, ...ofTheWorkspace } = ours;
    for (const id of Object.values(ofTheWorkspace)) expect(rowsNaming(offices, id)).toEqual([]);
    expect(filesOf(offices, ours.wks)).toEqual([]);
    expect({ rows: rowsNaming(offices, theirs.wks), files: filesOf(offices, theirs.wks) }).toEqual(before);
  });

  it('leaves nothing in a kit of another workspace that its settings chose', async () => {
    const offices = await twoOffices();
    const { world, owner, ours, call } = offices;
    const { key } = owner;
    const other = (await call('POST', '/workspaces', { key, body: { name: 'Other' } })).body.id;
    const kit = { workspace_id: other, workspace_ids: [ours.wks], bot: { name: 'Shared' } };
    const brandKit = (await call('POST', '/brand_kits', { key, body: kit })).body.id;
    const branding = { brand_kit_id: brandKit };
    const chosen = await call('POST', '/settings', { key, body: { workspace_id: ours.wks, branding } });
    await call('DELETE', `/workspaces/${ours.wks}`, { key });
    const housekeeping = housekeepingWorker(world);
    await housekeeping.untilQuiet();
    world.clock.set((noon + 30 * DAY_MS) as typeof noon);
    await housekeeping.due(ours.wks);

    await housekeeping.untilQuiet();

    expect(chosen.status).toBe(201);
    expect(rowsNaming(offices, chosen.body.id)).toEqual([]);
    expect((await call('GET', `/brand_kits/${brandKit}`, { key })).body.bot.name).toBe('Shared');
  });

  it('is 401 in later requests, and its owner can create another', async () => {
    const { housekeeping, ours, owner, ownerNumber, call } = await anArchivedOffice().then((offices) => ({
      ...offices,
      ownerNumber: offices.owner.workspaceNumber,
    }));
    await housekeeping.due(ours.wks);
    await housekeeping.untilQuiet();

    for (const named of [ours.wks, ownerNumber])
      expect((await call('GET', `/workspaces/${named}`, { key: owner.key })).status).toBe(401);
    expect((await call('GET', '/workspaces', { key: owner.key })).body.data).toEqual([]);
    expect((await call('POST', '/workspaces', { key: owner.key, body: { name: 'Next' } })).status).toBe(201);
  });

  it('is purged step by step by the next worker after one that failed', async () => {
    const offices = await anArchivedOffice();
    const { world, housekeeping, ours, context } = offices;
    await housekeeping.due(ours.wks);
    let writes = 0;
    const table: Table = {
      ...context.table,
      async write(write) {
        writes += 1;
        if (writes % 97 === 0) throw new Error('Injected failure.');
        return context.table.write(write);
      },
    };
    const mortal = housekeepingWorker(world, { context: { ...context, table }, timeLeft: 0 });

    for (let run = 0; run < 500 && housekeeping.jobs().length > 0; run += 1) {
      await mortal.runOnce().catch(() => undefined);
      world.clock.advance(3 * MINUTE_MS);
    }

    expect(rowsNaming(offices, ours.wks)).toEqual([]);
  });

  it('is begun once for however many notices, and again a day later where it did not end', async () => {
    const { world, housekeeping, ours } = await anArchivedOffice();

    await Promise.all([housekeeping.due(ours.wks), housekeeping.due(ours.wks)]);
    await housekeeping.due(ours.wks);

    expect(housekeeping.jobs()).toHaveLength(1);
    world.clock.advance(DAY_MS);
    await housekeeping.due(ours.wks);
    expect(housekeeping.jobs()).toHaveLength(2);
    await housekeeping.untilQuiet();
  });
});

describe('a workspace whose time has not come', () => {
  it.each([
    ['a day too early', { daysAgo: 29 }],
    ['right after the archive', { daysAgo: 1 }],
  ])('keeps what it has: %s', async (_when, given) => {
    const offices = await anArchivedOffice(given);
    const before = offices.dynamo.items();

    await offices.housekeeping.due(offices.ours.wks);

    expect(offices.dynamo.items()).toEqual(before);
  });

  it('that is not archived at all is left alone, whatever a job says', async () => {
    const { world, ours, context, dynamo } = await twoOffices();
    const housekeeping = housekeepingWorker(world);
    await housekeeping.untilQuiet();
    const content = { workspaceId: ours.wks as WorkspaceId };
    const jobs = [
      { type: 'job.workspace_purge', content },
      { type: 'job.workspace_closing', content },
    ] as const;
    await context.changes.save({ at: world.clock.now(), jobs });
    const kept = () => dynamo.items().filter(({ pk }) => !expires(String(pk?.S)));
    const before = kept();

    await housekeeping.due(ours.wks);
    await housekeeping.untilQuiet();

    expect(kept()).toEqual(before);
  });

  it('is due on its own row, where the sweeper looks', async () => {
    const { ours, context, dynamo } = await anArchivedOffice({ daysAgo: 1 });

    const row = dynamo.items().find(({ pk, sk }) => pk?.S === ours.wks && sk?.S === '.');

    expect(Number(row?.['due_at']?.N)).toBe(noon + 30 * DAY_MS);
    expect(row?.['due_pk']?.S).toMatch(/^DUE#[0-7]$/);
    expect((await workspaces.find(context.table, ours.wks as WorkspaceId))?.state.archivedAt).toBe(noon);
  });
});

it('empties every list of a workspace: the purge knows each entity', async () => {
  const { meetingsOfMember: _ofAMember, ...ofAWorkspace } = listOf;
  const { context } = aWorld();

  expect(workspaceRows(context.table, entities).lists).toBe(Object.keys(ofAWorkspace).length + resources.length);
});

it('files go by their prefix, page after page', async () => {
  const s3 = inMemoryS3();
  const client = Object.assign(new S3Client({ region: 'eu-central-1' }), { send: s3.send });
  const files = s3FileStorage(client, 'files', { now: () => noon });
  for (let nth = 0; nth < 1_003; nth += 1) await files.put(`wks_1/${nth}`, Buffer.from('x'), 'text/plain');
  await files.put('wks_10/other', Buffer.from('x'), 'text/plain');

  const answers = [
    await files.removeSome('wks_1/'),
    await files.removeSome('wks_1/'),
    await files.removeSome('wks_1/'),
  ];

  expect(answers).toEqual([true, true, false]);
  expect(s3.keys('files')).toEqual(['wks_10/other']);
});
