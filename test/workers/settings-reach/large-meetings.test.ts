import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { useFactory } from '#shared/foundation/core/uses';
import { aWorld, callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { insertMeetings } from '#test/support/insert-meetings';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aSettingsWorld } from '#test/support/settings-world';
import { stateOfRow } from '#test/support/stored-state';

/** Fifty values of 500 characters each that do not compress. */
function noise(): Readonly<Record<string, string>> {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (seed % 0x5000));
  };
  return Object.fromEntries(
    Array.from({ length: 50 }, (_, nth) => [`k${nth}`, Array.from({ length: 500 }, next).join('')]),
  );
}

/** So that few meetings do. */
const MOST = 3_000;
const MEETINGS = 30;

/** A workspace with so many upcoming meetings whose rows are as large as metadata makes them. */
async function largeMeetings(attendees?: readonly object[]) {
  const useOf = useFactory({ walk_units: MOST, user_walk_units: MOST });
  const made = await aSettingsWorld(aWorld({ useOf }));
  const { world, owner } = made;
  const member = await made.aMember();
  const first = await made.aMeetingOf(member, { metadata: noise(), ...(attendees && { attendees }) });
  const body = { metadata: noise() };
  expect((await callsTo(meetings(world.context))('PATCH', `/meetings/${first}`, { key: owner.key, body })).status).toBe(
    200,
  );
  return { ...made, ids: await insertMeetings(world, first, MEETINGS) };
}

describe('propagating settings to large meetings', () => {
  it('writes no more in a minute than their workspace may, and reaches all of them', async () => {
    const { world, owner, create } = await largeMeetings();
    const reach = settingsPropagationWorker(world);
    const ofRows = world.dynamo.items().filter(({ pk, sk }) => pk?.S?.startsWith('mtg_') && sk?.S === '.');
    const units = 2 * Math.floor(Math.max(...ofRows.map(({ state }) => state?.B?.length ?? 0)) / 1_024);
    const reached = () =>
      world.dynamo
        .items()
        .filter(({ type }) => type?.S === 'meeting')
        .filter((row) => JSON.stringify(stateOfRow(row)).includes('"de"')).length;
    await create({ transcription: { language: 'de' }, scope: [`workspace:${owner.workspaceId}`] });

    await reach.run();

    expect(units).toBeGreaterThan(150);
    expect(reached()).toBeGreaterThan(0);
    expect(reached() * units).toBeLessThanOrEqual(MOST);
    await reach.untilDone();
    expect(reached()).toBe(MEETINGS);
  });
});

describe('naming the person of a new member on large meetings', () => {
  it('writes no more in a minute than their workspace may, and reaches all of them', async () => {
    const { world, owner } = await largeMeetings([{ name: 'Bob', email: 'bob@acme.test', response: 'accepted' }]);
    const body = { workspace_id: owner.workspaceId, name: 'Bob', email: 'bob@acme.test' };
    const { body: bob } = await callsTo(members(world.context))('POST', '/members', { key: owner.key, body });
    const house = housekeepingWorker(world);
    const reached = () =>
      world.dynamo
        .items()
        .filter(({ type }) => type?.S === 'meeting')
        .filter((row) => JSON.stringify(stateOfRow(row)).includes(bob.id)).length;

    await house.runOnce();

    expect(reached()).toBeGreaterThan(0);
    expect(reached() * 150).toBeLessThanOrEqual(MOST);
    await house.untilQuiet();
    expect(reached()).toBe(MEETINGS);
  });
});
