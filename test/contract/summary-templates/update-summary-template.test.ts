import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld, RENEWAL } from './a-template.ts';

const contract = summaryTemplateContracts.update;

async function aTemplate() {
  const made = await aTemplateWorld();
  const { body } = await made.create();
  made.world.clock.advance(60_000);
  return { ...made, template: body };
}

describe('PATCH /summary_templates/{id}', () => {
  it('200: writes what was sent and no more', async () => {
    const { update, read, template } = await aTemplate();

    const body = expectSuccess(contract, await update(template.id, { name: 'Short' }), 200);

    expect(body).toEqual({ ...template, name: 'Short', updated_at: '2026-11-02T12:01:00.000Z' });
    expect((await read(template.id)).body).toEqual(body);
  });

  it('200: replaces the sections as a whole', async () => {
    const { update, template } = await aTemplate();
    const sections = [{ key: 'price', title: 'Price', instructions: 'Every figure.' }];

    expect(expectSuccess(contract, await update(template.id, { sections, instructions: '' }), 200)).toMatchObject({
      name: RENEWAL.name,
      instructions: '',
      sections,
    });
  });

  it('200: nothing new moves nothing', async () => {
    const { update, template } = await aTemplate();

    expect(expectSuccess(contract, await update(template.id, RENEWAL), 200)).toEqual(template);
  });

  it('200: of two at once neither is lost', async () => {
    const { update, read, template } = await aTemplate();

    const both = await Promise.all([
      update(template.id, { name: 'Short' }),
      update(template.id, { instructions: 'Be short.' }),
    ]);

    for (const one of both) expectSuccess(contract, one, 200);
    expect((await read(template.id)).body).toMatchObject({ name: 'Short', instructions: 'Be short.' });
  });

  it('200: naming nothing changes nothing; 400: a body that is empty', async () => {
    const { update, call, owner, template } = await aTemplate();

    expect(expectSuccess(contract, await update(template.id, {}), 200)).toEqual(template);
    const empty = await call('PATCH', `/summary_templates/${template.id}`, { key: owner.key });
    expect(expectError(contract, empty, 400)).toEqual(['bad_request']);
  });

  it('409: a built-in one', async () => {
    const { update } = await aTemplateWorld();

    expect(expectError(contract, await update('general', { name: 'Mine' }), 409)).toEqual(['conflict']);
  });

  it.each([
    [{ name: 'www.evil.example' }, 'invalid_format name'],
    [{ sections: [] }, 'blank sections'],
    [{ sections: null }, 'invalid_type sections'],
    [{ workspace_id: 'wks_01jbzq1f0he2k9m4vxr8t6d5cp' }, 'unknown_field workspace_id'],
  ])('422: %j', async (body, fault) => {
    const { update, template } = await aTemplate();

    expect(expectError(contract, await update(template.id, body), 422)).toEqual([fault]);
  });
});
