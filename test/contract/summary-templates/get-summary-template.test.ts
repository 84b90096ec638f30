import { describe, expect, it } from '@jest/globals';
import { getSummaryTemplateContract as contract } from '#shared/summaries/contract';
import { expectAnswer, expectRefusal } from '#test/support/answers';
import { aTemplateWorld } from './a-template.ts';

describe('GET /summary_templates/{id}', () => {
  it.each(['owner', 'admin', 'member', 'guest'] as const)('200: to the %s', async (role) => {
    const { world, create, read, owner } = await aTemplateWorld();
    const { body } = await create();
    const { key } = role === 'owner' ? owner : await world.aColleague(owner.workspaceId, role);

    expect(expectAnswer(contract, await read(body.id, key), 200)).toEqual(body);
  });

  it('200: a built-in one by its slug, with any key', async () => {
    const { read, stranger } = await aTemplateWorld();

    expect(expectAnswer(contract, await read('stand_up', stranger.key), 200)).toMatchObject({
      id: 'stand_up',
      workspace_id: null,
      built_in: true,
      name: 'Stand-up',
      instructions: '',
      sections: [{ key: 'done', title: 'Done' }, { key: 'planned' }, { key: 'risks' }],
      created_at: null,
      updated_at: null,
    });
  });

  it('401: without a key, a built-in one too', async () => {
    const { call } = await aTemplateWorld();

    expect(expectRefusal(contract, await call('GET', '/summary_templates/general'), 401)).toEqual(['missing_api_key']);
  });

  it('404: a template of others, an unknown id, an unknown slug', async () => {
    const { aForeignTemplate, read } = await aTemplateWorld();
    const foreign = await aForeignTemplate();

    for (const id of [foreign, `${foreign.slice(0, -4)}zzzz`, 'haiku', 'tpl_1', '__proto__'])
      expect(expectRefusal(contract, await read(id), 404)).toEqual(['not_found']);
  });
});
