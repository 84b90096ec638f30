import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld } from './a-template.ts';

const contract = summaryTemplateContracts.remove;

describe('DELETE /summary_templates/{id}', () => {
  it('200: answers it as it was left, then it is gone', async () => {
    const { create, remove, read, update, list } = await aTemplateWorld();
    const { body } = await create();

    expect(expectSuccess(contract, await remove(body.id), 200)).toEqual(body);

    expect((await read(body.id)).status).toBe(404);
    expect((await update(body.id, { name: 'Back' })).status).toBe(404);
    expect(expectError(contract, await remove(body.id), 404)).toEqual(['not_found']);
    expect((await list()).body.data).not.toContainEqual(expect.objectContaining({ id: body.id }));
  });

  it('200: settings that name it keep it, and take their other fields as before', async () => {
    const { create, remove, settings, owner } = await aTemplateWorld();
    const { id } = (await create()).body;
    const body = { workspace_id: owner.workspaceId, summary: { template: id } };
    const named = (await settings('POST', '/settings', { key: owner.key, body })).body;

    expectSuccess(contract, await remove(id), 200);

    const changed = await settings('PATCH', `/settings/${named.id}`, {
      key: owner.key,
      body: { summary: { language: 'de' } },
    });
    expect(changed).toMatchObject({ status: 200, body: { summary: { template: id, language: 'de' } } });
    const again = await settings('PATCH', `/settings/${named.id}`, {
      key: owner.key,
      body: { summary: { template: id } },
    });
    expect(again).toMatchObject({ status: 422, body: { errors: [{ code: 'unusable_setting' }] } });
  });

  it('409: a built-in one', async () => {
    const { remove } = await aTemplateWorld();

    expect(expectError(contract, await remove('general'), 409)).toEqual(['conflict']);
  });
});
