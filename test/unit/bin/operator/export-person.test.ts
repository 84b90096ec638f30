import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { audited, bucketOfStage, exportPerson, heldOn, printAll } from '#bin/operator/export-person';
import type { Held } from '#bin/operator/person-export/held';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { addressHashOf, suppressions } from '#shared/accounts/mail/suppressions-store';
import { keepLines } from '#shared/capture/live-transcripts/commands/keep-lines';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { bots } from '#shared/meetings/bots/store';
import { documentClientOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, type World } from '#test/support/api';
import { recordingSince } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { aPlantedWorkspace } from '#test/support/planted-person/a-planted-workspace';
import { plantedPerson } from '#test/support/planted-person/planted-person';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

async function printed(world: World, email: string, workspaceId?: WorkspaceId): Promise<readonly Held[]> {
  const { context, dynamo, files } = world;
  const sources = { documents: documentClientOver(dynamo), tableName: 'main', table: context.table, files };
  const texts: string[] = [];
  await printAll(heldOn(sources, { email, workspaceId }), (text) => void texts.push(text));
  return JSON.parse(texts.join(''));
}

const objectsIn = (held: readonly Held[]) => [...new Set(held.map(({ object }) => object))].sort();
const byObject = (held: readonly Held[], name: string) => held.filter(({ object }) => object === name);

const IN_A_WORKSPACE = [
  ...['action_item', 'attendance', 'bot', 'calendar_connect_link', 'calendar_connection', 'calendar_event', 'mail'],
  ...['meeting', 'member', 'membership', 'person', 'speaker', 'webhook_event'],
];

describe('npm run ops -- export-person', () => {
  it('writes one audit event in each workspace before something of it is printed', async () => {
    const { world, person, owner } = await aPlantedWorkspace({ isMember: true });
    await world.anOwner('Other');
    const { context, dynamo, files } = world;
    const sources = { documents: documentClientOver(dynamo), tableName: 'main', table: context.table, files };
    const reads = async () => {
      const filter = { action: 'workspace.read', now: context.clock.now() };
      return (await auditEvents.list(context.table, owner.workspaceId, filter, { limit: 9, after: undefined })).items;
    };

    const before: number[] = [];
    for await (const held of audited(heldOn(sources, { email: person.email, workspaceId: undefined }), context))
      if (held['workspace_id'] === owner.workspaceId) before.push((await reads()).length);

    expect(new Set(before)).toEqual(new Set([1]));
    expect((await reads()).map(({ actor, after }) => [actor.type, after])).toEqual([
      ['command', { command: 'export-person', revealed: true }],
    ]);
  });

  it('prints what every place holds on a person, by workspace and of all of them', async () => {
    const { world, person, owner, meetingId, botId } = await aPlantedWorkspace({ isMember: true });
    await world.anOwner('Other');
    await suppressions(world.context.table).suppress(addressHashOf(person.email), 'bounced', world.clock.now());

    const one = await printed(world, person.email, owner.workspaceId);
    const all = await printed(world, person.email);

    expect(objectsIn(one)).toEqual(IN_A_WORKSPACE);
    expect(objectsIn(all)).toEqual([...IN_A_WORKSPACE, 'idempotency_record', 'kept_mail', 'mail_suppression'].sort());
    expect(all.filter(({ object }) => IN_A_WORKSPACE.includes(object))).toHaveLength(one.length);
    expect(byObject(one, 'meeting')).toContainEqual({
      ...{ object: 'meeting', id: meetingId, workspace_id: owner.workspaceId, title: 'Weekly' },
      starts_at: expect.any(String),
      organizer: { ...person, member_id: expect.stringMatching(/^mem_/) },
      participants: [{ ...person, member_id: expect.stringMatching(/^mem_/) }],
    });
    expect(byObject(one, 'speaker').map(({ bot_id, corrected }) => [bot_id, corrected])).toEqual([
      [botId, false],
      [botId, true],
    ]);
  });

  it('prints who speaks in a call that goes on, by their address or by the name that the meeting has for it', async () => {
    const { add, world, person, owner, workers, recording } = await aPlantedWorkspace();
    const { context, clock } = world;
    const bot = await add('/bots', { meeting_url: 'https://meet.google.com/liv-good-one', participants: [person] });
    await workers.bots.work(bot.id);
    recording.says(bot.id, recordingSince(clock.now()));
    await workers.bots.work(bot.id);
    const joined = await bots.find(context.table, bot.id);
    const lines = [
      aLine(1, 'One.', { speakerKey: person.email, speakerName: 'Caller' }),
      aLine(2, 'Two.', { speakerKey: 'device-2', speakerName: person.name }),
      aLine(3, 'Three.', { speakerKey: 'device-3', speakerName: 'Another' }),
    ];
    if (joined) await keepLines(context)(joined.state, lines);

    const held = await printed(world, person.email, owner.workspaceId);

    const where = { workspace_id: owner.workspaceId, meeting_id: bot.meeting_id, bot_id: bot.id };
    expect(byObject(held, 'live_speaker')).toEqual([
      { object: 'live_speaker', name: 'Caller', ...where },
      { object: 'live_speaker', name: person.name, ...where },
    ]);
  });

  it('prints a user, and nothing of another person', async () => {
    const { world, owner, person } = await aPlantedWorkspace();

    expect(await printed(world, 'owner@acme.test')).toContainEqual(
      expect.objectContaining({ object: 'user', id: owner.userId, email: 'owner@acme.test' }),
    );
    expect(await printed(world, plantedPerson('other').email)).toEqual([]);
    expect(await printed(world, person.email.slice(1))).toEqual([]);
  });

  it('reads the table in pages, whatever its size', async () => {
    const world = aWorld();
    const { workspaceId } = await world.anOwner('Acme');
    for (let nth = 0; nth < 1_200; nth += 1)
      await world.context.table.write({ put: { pk: `LIMIT#${nth}`, sk: '.', type: 'use' } });

    expect(await printed(world, 'owner@acme.test', workspaceId)).toMatchObject([{ object: 'membership' }]);
  });

  it('refuses an unknown workspace', async () => {
    const unknown = 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t' as WorkspaceId;

    await expect(printed(aWorld(), 'ada@acme.test', unknown)).rejects.toThrow(`There is no workspace ${unknown}`);
  });

  it('takes an address in any case, and no other text', () => {
    expect(exportPerson.parse(['--email', 'Ada@Acme.test'])).toMatchObject({ email: 'ada@acme.test', stage: 'local' });
    expect(() => exportPerson.parse(['--email', 'ada'])).toThrow('--email takes an email address, not "ada"');
    expect(() => exportPerson.parse([])).toThrow('--email is required');
  });

  it('finds the bucket of files of a stage, which is not that of its access log', async () => {
    const client = new S3Client({ region: 'eu-central-1' });
    const account = mockClient(client);
    const names = ['rapporteur-sandbox-storage-filesaccesslog1', 'rapporteur-sandbox-storage-filesbucket2'];
    account.on(ListBucketsCommand).resolves({ Buckets: names.map((Name) => ({ Name })) });

    expect(await bucketOfStage(client, 'sandbox')).toBe('rapporteur-sandbox-storage-filesbucket2');
    await expect(bucketOfStage(client, 'production')).rejects.toThrow(
      'No bucket begins with rapporteur-production-storage-filesbucket; choose one with --bucket',
    );
  });
});
