import { DAY_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aPlantedWorkspace, type PlantedWorkspace } from '#test/support/planted-person/a-planted-workspace';
import { dropExpired } from '#test/support/planted-person/expired-rows';
import { keptIn } from '#test/support/planted-person/find-person';

/** What stays of a person whose meetings are all gone, and why. */
const WITHOUT_MEETINGS = [
  // A translation is a conversation of its own, with DELETE /conversations/{id}.
  'bucket wks_/con_/transcript-1.json',
  // The URL of a feed, sealed, until it is disconnected.
  'table calendar_sync',
  // The invitation to the workspace, and that it was mailed.
  'table invitation (hash)',
  'table mail (hash)',
  // A person who was invited once, with the name that was written by hand.
  'table person',
  'table person_email (hash)',
  'table workspace_membership',
];

/** Beside those, until their time is over: events, links of consent, kept mails and answers; search, until the next night. */
const EXPIRING = [
  ...['table answer', 'table connect_link', 'table event', 'table kept_mail', 'table rendered'],
  ...['bucket wks_/search/packs/PACK.sqlite', 'bucket wks_/search/segments/con_/VERSION.json'],
];

const leftOf = ({ find, person }: PlantedWorkspace) => keptIn(find(person));

/** Days pass, what is due happens, and rows whose time is over go. */
async function daysLater({ world, owner, workers, settle }: PlantedWorkspace, days: number): Promise<void> {
  world.clock.advance(days * DAY_MS);
  await settle();
  await workers.house.mergeDue(owner.workspaceId);
  await settle();
  await dropExpired(world);
}

/** Five days later every meeting is past, and no bot is to join one. */
async function whenAllIsPast(planted: PlantedWorkspace): Promise<void> {
  const { request, owner } = planted;
  const { data } = (await request('GET', `/bots?workspace_id=${owner.workspaceId}`)).body;
  for (const { id, status } of data) if (status === 'queued') await request('DELETE', `/bots/${id}`);
  await daysLater(planted, 5);
}

describe('of a person who was brought in by every way, there is left', () => {
  it('what stands in no meeting, after DELETE /meetings/{id} of each meeting', async () => {
    const planted = await aPlantedWorkspace();
    const { request, owner, settle } = planted;
    await whenAllIsPast(planted);
    expect(leftOf(planted)).toContain('table meeting');

    const { data } = (await request('GET', `/meetings?workspace_id=${owner.workspaceId}&limit=100`)).body;
    for (const { id } of data) await request('DELETE', `/meetings/${id}`);
    await settle();

    expect(leftOf(planted).filter((place) => ![...WITHOUT_MEETINGS, ...EXPIRING].includes(place))).toEqual([]);
    await daysLater(planted, 31);
    expect(leftOf(planted)).toEqual(WITHOUT_MEETINGS);
  });

  it('the same, after the retention of meetings', async () => {
    const planted = await aPlantedWorkspace();
    const { request, settingsId, workers, settle } = planted;
    await request('PATCH', `/settings/${settingsId}`, { retention: { meeting_days: 1 } });
    await whenAllIsPast(planted);

    expect(await workers.retention.sweep()).toBe(true);
    await settle();

    expect(leftOf(planted).filter((place) => ![...WITHOUT_MEETINGS, ...EXPIRING].includes(place))).toEqual([]);
    await daysLater(planted, 31);
    expect(leftOf(planted)).toEqual(WITHOUT_MEETINGS);
  });

  it('nothing but links of consent, after the purge of the workspace; a day later nothing', async () => {
    const planted = await aPlantedWorkspace({ isMember: true });
    const { request, owner, settle, workers } = planted;
    await request('DELETE', `/workspaces/${owner.workspaceId}`);
    await settle();
    await daysLater(planted, 30);
    expect(leftOf(planted)).toContain('table person');

    await workers.house.due(owner.workspaceId);
    await settle();

    // They are in no list: 30 days after the end of its one day, each expires.
    expect(leftOf(planted)).toEqual(['table connect_link']);
    await daysLater(planted, 1);
    expect(leftOf(planted)).toEqual([]);
  });
});
