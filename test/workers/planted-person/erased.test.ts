import { heldOn } from '#bin/operator/export-person';
import { DAY_MS, HOUR_MS, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { documentClientOver } from '#test/doubles/dynamodb/table-over';
import { anIcalEvent } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import {
  aPlantedWorkspace,
  type PlantedWorkspace,
  plantRecording,
} from '#test/support/planted-person/a-planted-workspace';
import { dropExpired } from '#test/support/planted-person/expired-rows';
import type { Finding } from '#test/support/planted-person/find-person';
import { icalNaming, occurrenceNaming, pushNaming } from '#test/support/planted-person/naming';
import { ANYWHERE, EXCEPTED, placesBut } from '#test/support/planted-person/where-excepted';

/** Places of the person that are none of these, among the findings that count. */
const leftOf = (
  { find, person }: PlantedWorkspace,
  excepted: readonly RegExp[],
  counts: (one: Finding) => boolean = () => true,
): readonly string[] => placesBut(find(person).filter(counts), excepted);

async function erase({ request, personId, settle }: PlantedWorkspace): Promise<void> {
  await request('DELETE', `/people/${personId}`);
  await settle();
}

/** Everything that named the person names them again, in what there was and in what is new. Answers the titles of all meetings. */
async function nameAgain(planted: PlantedWorkspace): Promise<readonly string[]> {
  const { add, request, owner, ada, person, calendars, workers, connectionIds, world } = planted;
  const now = world.clock.now();
  const hours = (from: number) => Math.ceil((now - Date.UTC(2026, 10, 2, 12)) / HOUR_MS) + from;
  await add('/calendar_events', { ...pushNaming(person), member_id: ada });
  const soon = { starts_at: isoOf(later(now, 10 * MINUTE_MS)), ends_at: isoOf(later(now, HOUR_MS)) };
  const meeting_url = 'https://meet.google.com/new-good-def';
  const pushed = await add('/calendar_events', {
    ...pushNaming(person, { ical_uid: 'new@acme.test', meeting_url, ...soon }),
    member_id: ada,
  });
  calendars.google.put(occurrenceNaming(person, 'google', hours(24)), occurrenceNaming(person, 'new', hours(26)));
  calendars.microsoft.put(
    occurrenceNaming(person, 'microsoft', hours(30)),
    occurrenceNaming(person, 'other', hours(32)),
  );
  calendars.feed.publish(icalNaming(person), newIcalEvent(planted, later(now, DAY_MS)));
  for (const id of connectionIds) await workers.syncs.pollAndRun(id);
  const bot = await add('/bots', {
    meeting_url: 'https://meet.google.com/bot-good-two',
    join_at: isoOf(later(now, 20 * HOUR_MS)),
    participants: [person],
  });
  await request('PATCH', `/bots/${bot.id}`, { participants: [person] });
  const own = { ...pushNaming(person, { ical_uid: 'own@acme.test' }), member_data: person };
  await expect(add('/calendar_events', own)).rejects.toThrow('conflict');
  await plantRecording(planted, pushed.meeting_id);
  await planted.settle();
  const { data } = (await request('GET', `/meetings?workspace_id=${owner.workspaceId}&limit=100`)).body;
  return data.map(({ title }: { readonly title: string }) => title).sort();
}

function newIcalEvent({ person: { name, email } }: PlantedWorkspace, at: number): string {
  const start = isoOf(at as never).replace(/[-:]|\.\d+/g, '');
  const people = [`ORGANIZER;CN=${name}:mailto:${email}`, `ATTENDEE;CN=${name}:mailto:${email}`];
  return anIcalEvent('renewed@acme.test', 'SUMMARY:Renewed', `DTSTART:${start}`, 'DURATION:PT30M', ...people);
}

describe('a person who is erased', () => {
  it('is left nowhere but where the guide says', async () => {
    const planted = await aPlantedWorkspace();

    await erase(planted);

    expect(leftOf(planted, ANYWHERE)).toEqual([]);
    planted.world.clock.advance(32 * DAY_MS);
    await dropExpired(planted.world);
    expect(leftOf(planted, EXCEPTED)).toEqual([]);
  });

  it('does not come back by a push, a sync, a feed, a bot or a recorder', async () => {
    const planted = await aPlantedWorkspace();
    await erase(planted);
    const before = new Set(planted.find(planted.person).map(({ key }) => key));

    const titles = await nameAgain(planted);

    expect(titles).toEqual(expect.arrayContaining(['About new', 'About other', 'Renewed']));
    expect(titles.filter((title) => title === 'Weekly')).toHaveLength(2);
    expect(leftOf(planted, ANYWHERE, ({ key }) => !before.has(key))).toEqual([]);
  });

  it('is in no text, file or summary that is made while they are erased', async () => {
    const planted = await aPlantedWorkspace();
    const { request, conversationId, personId, settle } = planted;
    await request('POST', '/translate', { source_conversation_id: conversationId, target_languages: ['de', 'pt'] });
    await request('POST', '/exports', { conversation_ids: [conversationId], format: 'txt', show_speakers: true });

    await request('DELETE', `/people/${personId}`);
    await request('POST', '/exports', { conversation_ids: [conversationId], format: 'docx', show_speakers: true });
    await request('POST', '/translate', { source_conversation_id: conversationId, target_languages: ['it'] });
    await settle();
    const { body, headers } = await request('GET', `/conversations/${conversationId}/transcript`);
    const named = body.speakers.map((speaker: object) => ({ ...speaker, name: planted.person.name }));
    await request(
      'PUT',
      `/conversations/${conversationId}/transcript`,
      { speakers: named, segments: body.segments },
      { 'if-match': headers['etag'] },
    );
    await settle();

    expect(leftOf(planted, ANYWHERE)).toEqual([]);
  });

  it.each([
    ['their person', 'DELETE', ({ personId }: PlantedWorkspace) => `/people/${personId}`],
    ['the member', 'POST', ({ memberId }: PlantedWorkspace) => `/members/${memberId}/erase`],
  ] as const)(
    'who was a member is left nowhere, once %s is erased; nor after the purge',
    async (_which, method, path) => {
      const planted = await aPlantedWorkspace({ isMember: true });
      const { request, memberId, settle } = planted;
      await request('DELETE', `/members/${memberId}`);
      await settle();

      await request(method, path(planted));
      await settle();

      expect(leftOf(planted, ANYWHERE)).toEqual([]);
      await purge(planted);
      expect(rowsOf(planted)).toEqual([]);
    },
  );

  it('is held by nothing but what the guide says, as npm run ops -- export-person prints', async () => {
    const planted = await aPlantedWorkspace();
    const { context, dynamo, files } = planted.world;
    await erase(planted);

    const held: string[] = [];
    const sources = { documents: documentClientOver(dynamo), tableName: 'main', table: context.table, files };
    for await (const one of heldOn(sources, { email: planted.person.email, workspaceId: planted.owner.workspaceId }))
      held.push(one.object);

    expect(held).toEqual(['calendar_connect_link', 'membership', 'mail']);
  });
});

/** The end of the workspace, 30 days after its archive. */
async function purge({ request, owner, settle, world, workers }: PlantedWorkspace): Promise<void> {
  await request('DELETE', `/workspaces/${owner.workspaceId}`);
  await settle();
  world.clock.advance(30 * DAY_MS);
  await workers.house.due(owner.workspaceId);
  await settle();
  world.clock.advance(2 * DAY_MS);
  await dropExpired(world);
}

/** The keys of rows that name the workspace and do not expire by themselves. */
const rowsOf = ({ world, owner }: PlantedWorkspace): readonly string[] =>
  world.dynamo
    .items()
    .filter((item) => item['ttl'] === undefined && JSON.stringify(item).includes(owner.workspaceId))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S}`);
