import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import { aReceiver } from '#test/support/event-path/receiver';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { aPlantedWorkspace } from '#test/support/planted-person/a-planted-workspace';
import { aSearchedDeployment } from '#test/support/planted-person/a-searched-deployment';
import { ADA, pushNaming, spokenBy } from '#test/support/planted-person/naming';
import { plantedPerson } from '#test/support/planted-person/planted-person';
import { stateOfRow } from '#test/support/stored-state';

const person = plantedPerson('e5a');

/** Ada and the person are to meet in ten minutes, and a bot with them. */
async function anInvitedPerson() {
  const deployment = aSearchedDeployment();
  const { world, workers, recording, settle } = deployment;
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const ask = async (method: string, path: string, body?: object) =>
    (await deployment.call(method, path, { key, ...(body && { body }) })).body;
  const add = (path: string, body: object) => ask('POST', path, { workspace_id: workspaceId, ...body });
  const { id: ada } = await add('/members', ADA);
  await add('/settings', { scope: [`workspace:${workspaceId}`], recording: { enabled: true } });
  const { meeting_id: meetingId } = await add('/calendar_events', { ...pushNaming(person), member_id: ada });
  await settle();
  const email = encodeURIComponent(person.email);
  const [{ id }] = (await ask('GET', `/people?workspace_id=${workspaceId}&email=${email}`)).data;

  return {
    ...{ ...deployment, ask, add, ada, meetingId },
    personId: String(id),
    async erase() {
      await ask('DELETE', `/people/${id}`);
      await settle();
    },
    /** The call takes place, and the recorder says who spoke. */
    async record() {
      const { recordings } = await ask('GET', `/meetings/${meetingId}`);
      const botId: string = recordings[0].id;
      recording.transcribes(spokenBy(person));
      world.clock.set(later(noon, 10 * MINUTE_MS));
      await workers.bots.work(botId);
      const startedAt = world.clock.now();
      recording.says(botId, recordingSince(startedAt));
      await workers.bots.work(botId);
      world.clock.advance(MINUTE_MS);
      recording.says(botId, endedAfter(startedAt, 60));
      await workers.bots.work(botId);
      await settle();
    },
    results: () => ask('GET', `/meetings/${meetingId}/results`),
    inFiles: () => deployment.find(person).filter((one) => one.in === 'bucket'),
  };
}

const namesIn = ({ speakers }: { readonly speakers: readonly { readonly name: string | null }[] }) =>
  speakers.map(({ name }) => name);

describe('the erasure of a person', () => {
  it('takes them off transcripts, corrections, texts that were made of them, and summaries; exports end', async () => {
    const { request, settle, personId, find, person: planted, world, conversationId } = await aPlantedWorkspace();
    const inFiles = () => find(planted).filter((one) => one.in === 'bucket');
    expect(new Set(inFiles().map(({ what }) => what)).size).toBeGreaterThan(3);
    const read = async () => (await request('GET', `/conversations/${conversationId}/transcript`)).body;
    const before = await read();

    await request('DELETE', `/people/${personId}`);
    await settle();

    expect(inFiles()).toEqual([]);
    expect((await read()).segments).toEqual(before.segments);
    expect(namesIn(await read())).toEqual([null, 'Ada']);
    const exports = world.dynamo.items().filter(({ type }) => type?.S === 'export');
    expect(new Set(exports.map((row) => stateOfRow(row).state))).toEqual(new Set(['expired']));
  });

  it('takes them out of stored webhook events at every version; a redelivery is without them', async () => {
    const planted = await aPlantedWorkspace();
    const { request, settle, personId, find, person: theirs, owner, services } = planted;
    const stored = () => find(theirs).filter(({ what }) => ['event', 'rendered'].includes(what));
    const { data } = (await request('GET', `/webhook_events?workspace_id=${owner.workspaceId}&limit=100`)).body;
    const naming = data.find(({ type }: { type: string }) => type === 'meeting.created');
    expect(stored().map(({ what }) => what)).toEqual(expect.arrayContaining(['event', 'rendered']));

    const sentBefore = services.receivers.map(({ received }) => received.length);
    const first = services.receivers.flatMap(({ received }) => received).filter(({ id }) => id === naming.id);

    await request('DELETE', `/people/${personId}`);
    await settle();
    await request('POST', `/webhook_events/${naming.id}/redeliver`);
    await settle();

    expect(stored()).toEqual([]);
    const again = services.receivers
      .flatMap(({ received }, at) => received.slice(sentBefore[at]))
      .map(({ body }) => body);
    expect(again.filter((body) => JSON.parse(body).id === naming.id)).toHaveLength(1);
    expect(first.length).toBeGreaterThan(0);
    for (const { body } of first) expect(body).toContain(theirs.email);
    for (const body of again) expect(body).not.toMatch(new RegExp(`${theirs.email}|${theirs.name}`));
  });

  it('takes them out of an event that reaches its endpoints after both walks', async () => {
    const { add, ada, ask, personId, workers, deliver, settle, find, services, world } = await anInvitedPerson();
    const receiver = aReceiver();
    services.receivers.push(receiver);
    await add('/webhook_endpoints', { url: receiver.url, enabled_events: ['*'] });
    await add('/calendar_events', { ...pushNaming(person, { title: 'Later' }), member_id: ada });

    await ask('DELETE', `/people/${personId}`);
    await workers.house.untilQuiet();
    await deliver();
    const late = find(person).map(({ what }) => what);
    await settle();

    expect(late).toContain('event');
    expect(receiver.received.length).toBeGreaterThan(0);
    expect(find(person)).toEqual([]);
    expect(world.dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#job.person_event')).not.toEqual([]);
  });

  it('strips what a recorder brings later', async () => {
    const { erase, record, results, inFiles } = await anInvitedPerson();
    await erase();

    await record();

    const { transcript, ...rest } = await results();
    expect(transcript.segments).toHaveLength(2);
    expect(namesIn(rest)).toEqual([null, 'Ada']);
    expect(inFiles()).toEqual([]);
  });

  it('leaves the name of a speaker whom someone else on the meeting has', async () => {
    const { erase, record, results, add, ada } = await anInvitedPerson();
    const namesake = { name: person.name, email: 'namesake@partner.test' };
    await add('/calendar_events', { ...pushNaming(person, { attendees: [ADA, namesake] }), member_id: ada });
    await record();

    await erase();

    expect(namesIn(await results())).toEqual([person.name, 'Ada']);
  });

  it('does not bring back a transcript that is removed meanwhile', async () => {
    const { erase, record, ask, meetingId, world } = await anInvitedPerson();
    await record();
    await ask('DELETE', `/meetings/${meetingId}/results`);

    await erase();

    expect([...world.files.files.keys()].filter((key) => key.includes('transcript'))).toEqual([]);
  });
});
