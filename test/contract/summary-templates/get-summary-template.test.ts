import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld } from './a-template.ts';

const contract = summaryTemplateContracts.get;

describe('GET /summary_templates/{id}', () => {
  it('200: a built-in one by its slug, with any key', async () => {
    const { read, stranger } = await aTemplateWorld();

    expect(expectSuccess(contract, await read('stand_up', stranger.key), 200)).toMatchObject({
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

    expect(expectError(contract, await call('GET', '/summary_templates/general'), 401)).toEqual(['missing_api_key']);
  });

  it('404: an unknown slug', async () => {
    const { read } = await aTemplateWorld();

    for (const id of ['haiku', '__proto__']) expect(expectError(contract, await read(id), 404)).toEqual(['not_found']);
  });
});
