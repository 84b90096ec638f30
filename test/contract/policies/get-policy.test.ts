import { policies } from '#functions/api/policies/index';
import { getPolicyContract } from '#shared/meetings/settings/policies/contract';
import { callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aSettingsWorld } from '#test/support/settings-world';

async function aPolicyWorld() {
  const context = await aSettingsWorld();
  const call = callsTo(policies(context.world.context));
  const read = (id: string | number, key = context.owner.key) => call('GET', `/policies/${id}`, { key });
  return { ...context, read };
}

describe('the maximum of the deployment for retention', () => {
  it('is what a policy shows where settings say more or nothing, also once they are changed', async () => {
    const { world, owner } = await aSettingsWorld();
    const call = callsTo(policies({ ...world.context, retentionMaximumDays: 30 }));
    const path = `/policies/${owner.workspaceId}`;
    const sent = { media_days: 7, transcript_days: 365 };

    const changed = await call('PATCH', path, { key: owner.key, body: { retention: sent } });
    const read = await call('GET', path, { key: owner.key });

    const body = expectSuccess(getPolicyContract, read, 200);
    expect(body.settings.retention).toEqual({ media_days: 7, transcript_days: 30, meeting_days: 30 });
    expect(body.sources['retention.media_days']).toEqual({ assignment_id: body.assignments[0].id });
    expect(body.sources['retention.transcript_days']).toEqual({ assignment_id: null, reason: 'deployment_maximum' });
    expect(changed.body).toEqual(body);
  });
});

describe('GET /policies/{id}', () => {
  it('200: a workspace without settings has the service’s defaults', async () => {
    const { read, owner } = await aPolicyWorld();

    const body = expectSuccess(getPolicyContract, await read(owner.workspaceId), 200);

    expect(body).toMatchObject({ object: 'policy', id: owner.workspaceId, assignments: [] });
    expect(body.settings).toMatchObject({ recording: { enabled: false }, summary: { template: 'general' } });
    expect(body.sources['recording.enabled']).toEqual({ assignment_id: null, reason: 'default' });
    expect((await read(owner.workspaceNumber)).body).toEqual(body);
  });

  it('200: a member’s settings win over the workspace’s, field by field', async () => {
    const { read, create, aMember, owner } = await aPolicyWorld();
    const ada = await aMember();
    const everyone = (
      await create({
        recording: { enabled: true },
        summary: { language: 'de' },
        scope: [`workspace:${owner.workspaceId}`],
      })
    ).body;
    const hers = (await create({ summary: { language: 'fr' }, scope: [`member:${ada}`] })).body;

    const body = expectSuccess(getPolicyContract, await read(ada), 200);

    expect(body).toMatchObject({ id: ada, settings: { recording: { enabled: true }, summary: { language: 'fr' } } });
    expect(body.sources['recording.enabled']).toEqual({ assignment_id: everyone.assignments[0].id });
    expect(body.sources['summary.language']).toEqual({ assignment_id: hers.assignments[0].id });
    expect(body.assignments).toEqual([
      { id: hers.assignments[0].id, settings_id: hers.id, scope: [`member:${ada}`], own: true },
      {
        id: everyone.assignments[0].id,
        settings_id: everyone.id,
        scope: [`workspace:${owner.workspaceId}`],
        own: false,
      },
    ]);
  });

  it('200: settings for external meetings are listed and have no effect without a meeting', async () => {
    const { read, create, owner } = await aPolicyWorld();
    const made = (await create({ recording: { enabled: true }, scope: ['meetings:external'] })).body;

    const body = expectSuccess(getPolicyContract, await read(owner.workspaceId), 200);

    expect(body.settings.recording.enabled).toBe(false);
    expect(body.assignments).toEqual([
      { id: made.assignments[0].id, settings_id: made.id, scope: ['meetings:external'], own: true },
    ]);
  });

  it('401: another user’s workspace, as one that does not exist', async () => {
    const { read, owner, world } = await aPolicyWorld();
    const stranger = await world.anOwner('Other');

    for (const id of [stranger.workspaceId, stranger.workspaceNumber, world.context.ids.make('wks'), '123456789'])
      expect(expectError(getPolicyContract, await read(id, owner.key), 401)).toEqual(['unauthorized']);
  });
});
