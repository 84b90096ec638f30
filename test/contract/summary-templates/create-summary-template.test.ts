import { summaryTemplateContracts } from '#shared/capture/summaries/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateWorld, RENEWAL } from './a-template.ts';

const contract = summaryTemplateContracts.create;

const section = { key: 'overview', title: 'Overview', instructions: '' };

describe('POST /summary_templates', () => {
  it('201: answers the template, and where it is', async () => {
    const { create, owner, read } = await aTemplateWorld();

    const made = await create();

    const body = expectSuccess(contract, made, 201);
    expect(body).toEqual({
      id: expect.stringMatching(/^tpl_/),
      object: 'summary_template',
      workspace_id: owner.workspaceId,
      built_in: false,
      ...RENEWAL,
      created_at: '2026-11-02T12:00:00.000Z',
      updated_at: '2026-11-02T12:00:00.000Z',
    });
    expect(made.headers['location']).toMatch(new RegExp(`/summary_templates/${body.id}$`));
    expect((await read(body.id)).body).toEqual(body);
  });

  it('201: at the bounds, counted in characters', async () => {
    const { create } = await aTemplateWorld();
    const sections = Array.from({ length: 20 }, (_, nth) => ({
      key: `k${nth}_${'a'.repeat(36)}`.slice(0, 40),
      title: '😀'.repeat(100),
      instructions: '😀'.repeat(2_000),
    }));

    const made = await create({ name: '😀'.repeat(100), instructions: '😀'.repeat(2_000), sections });

    expect(expectSuccess(contract, made, 201).sections).toEqual(sections);
  });

  it('201: from an admin, in camelCase, the workspace by its number', async () => {
    const { world, call, owner } = await aTemplateWorld();
    const admin = await world.aColleague(owner.workspaceId, 'admin');

    const made = await call('POST', '/summary_templates', {
      key: admin.key,
      body: { workspaceId: owner.workspaceNumber, ...RENEWAL },
    });

    expect(expectSuccess(contract, made, 201).workspace_id).toBe(owner.workspaceId);
  });

  it('400: what is absent, all of it', async () => {
    const { call, owner } = await aTemplateWorld();

    const bare = await call('POST', '/summary_templates', {
      key: owner.key,
      body: { workspace_id: owner.workspaceId },
    });
    const nameless = await call('POST', '/summary_templates', { key: owner.key, body: RENEWAL });
    const empty = await call('POST', '/summary_templates', { key: owner.key });

    expect(expectError(contract, bare, 400)).toEqual(['missing name', 'missing instructions', 'missing sections']);
    expect(expectError(contract, nameless, 400)).toEqual(['bad_request workspace_id']);
    expect(expectError(contract, empty, 400)).toEqual(['bad_request']);
  });

  it.each([
    ['a name that is a URL', { name: 'https://evil.example' }, 'invalid_format name'],
    ['a blank name', { name: ' ' }, 'blank name'],
    ['a long name', { name: 'a'.repeat(101) }, 'too_long name'],
    ['a name that is no text', { name: 7 }, 'invalid_type name'],
    ['long instructions', { instructions: 'a'.repeat(2_001) }, 'too_long instructions'],
    ['half a character', { instructions: '\ud800' }, 'invalid_format instructions'],
    ['no sections', { sections: [] }, 'blank sections'],
    ['sections that are no array', { sections: 'all' }, 'invalid_type sections'],
    [
      'too many sections',
      { sections: Array.from({ length: 21 }, (_, nth) => ({ ...section, key: `k${nth}` })) },
      'too_long sections',
    ],
    ['a key twice', { sections: [section, section] }, 'invalid sections'],
    ['a key of other letters', { sections: [{ ...section, key: 'Übersicht' }] }, 'invalid_format sections.0.key'],
    ['a long key', { sections: [{ ...section, key: 'a'.repeat(41) }] }, 'too_long sections.0.key'],
    [
      'a key that is a name of objects',
      { sections: [{ ...section, key: '__proto__' }] },
      'invalid_format sections.0.key',
    ],
    ['a blank title', { sections: [{ ...section, title: '' }] }, 'blank sections.0.title'],
    ['a long title', { sections: [{ ...section, title: 'a'.repeat(101) }] }, 'too_long sections.0.title'],
    [
      'long instructions of a section',
      { sections: [{ ...section, instructions: 'a'.repeat(2_001) }] },
      'too_long sections.0.instructions',
    ],
    ['a section without a title', { sections: [{ key: 'a', instructions: '' }] }, 'missing sections.0.title'],
    ['an unknown field of sections', { sections: [{ ...section, color: 'red' }] }, 'unknown_field sections.0.color'],
    ['an unknown field', { built_in: true }, 'unknown_field built_in'],
    ['an id', { id: 'tpl_01jbzq1f0he2k9m4vxr8t6d5cp' }, 'unknown_field id'],
  ])('422: %s', async (_what, body, fault) => {
    const { create } = await aTemplateWorld();

    expect(expectError(contract, await create(body), 422)).toEqual([fault]);
  });
});
