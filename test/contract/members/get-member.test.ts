import { members } from '#functions/api/members/index';
import { getMemberContract } from '#shared/accounts/members/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

async function anAcmeWithAda() {
  const world = aWorld();
  const owner = await world.anOwner('Acme');
  const call = callsTo(members(world.context));
  const body = { workspace_id: owner.workspaceId, name: 'Ada', email: 'ada@acme.test' };
  const ada = (await call('POST', '/members', { key: owner.key, body })).body;
  return { world, owner, call, ada };
}

async function inAcme() {
  const { world, owner, create, aMember } = await aSettingsWorld();
  const context = { create, people: callsTo(members(world.context)), here: `workspace:${owner.workspaceId}` };
  return { context, owner, aMember };
}

describe('GET /members/{id}', () => {
  it('200: answers the member as it was made', async () => {
    const { call, ada, owner } = await anAcmeWithAda();

    const body = expectSuccess(getMemberContract, await call('GET', `/members/${ada.id}`, { key: owner.key }), 200);

    expect(body).toEqual(ada);
  });

  it('200: older versions see the policy that is effective for the member', async () => {
    const { context: a, owner, aMember } = await inAcme();
    const ada = await aMember();
    await a.create({ recording: { enabled: true }, transcription: { language: 'de' }, scope: [a.here] });
    await a.create({ transcription: { language: 'fr' }, scope: [`member:${ada}`] });
    await a.create({ summary: { template: 'lecture' }, scope: [`member:${ada}`, 'meetings:external'] });
    const headers = { 'service-version': '2026-10-09' };

    const { body } = await a.people('GET', `/members/${ada}`, { key: owner.key, headers });

    expect(body.policy).toMatchObject({
      recording: {
        enabled: true,
        methods: { bot: { start: 'on_join', mode: 'audio_and_video', silence_detection: { alert: true } } },
      },
      transcription: { language: 'fr' },
      summary: { template: 'general', language: 'same_as_transcript' },
      branding: { brand_kit_id: 'none' },
    });
  });
});
