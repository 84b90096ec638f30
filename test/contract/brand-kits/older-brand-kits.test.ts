import { describe, expect, it } from '#test/support/jest';
import { aBrandKitWorld } from './brand-kit-world.ts';

/** Calls served as older integrations are. */
async function anOlderStudio(version: string) {
  const kits = await aBrandKitWorld();
  const { key, workspaceId } = kits.owner;
  const headers = { 'service-version': version };
  return {
    ...kits,
    create: (body: object) =>
      kits.call('POST', '/brand_kits', { key, headers, body: { workspace_id: workspaceId, ...body } }),
    update: (id: string, body: object) => kits.call('PATCH', `/brand_kits/${id}`, { key, headers, body }),
    older: (id: string) => kits.call('GET', `/brand_kits/${id}`, { key, headers }),
    olderList: () => kits.call('GET', `/brand_kits?workspace_id=${workspaceId}`, { key, headers }),
  };
}

const CTA = { type: 'link', label: 'Open', url: 'https://acme.test/{{meeting_id}}' };
const OLDER = {
  name: 'Acme',
  bot_name: 'Acme Notes',
  tile: { type: 'color', color: { value: '#112233' } },
  chat: { enabled: true, recording_message: 'Recording.' },
  email_type: 'branded',
  color: '#445566',
  website: 'https://acme.test',
  description: 'Rockets.',
  cta: CTA,
  metadata: { tile: 'a', color: 'b', object: 'brand_kit' },
};

describe('a brand kit before 2026-10-12', () => {
  it.each(['2025-11-25', '2026-10-09', '2026-10-11'])(
    'is written and read with its fields at the top, at %s',
    async (version) => {
      const { create, older, olderList, read, aFile } = await anOlderStudio(version);
      const logo = await aFile();

      const { status, body: kit } = await create({ ...OLDER, logo });

      expect(status).toBe(201);
      expect(kit).toMatchObject({ ...OLDER, logo: { id: logo } });
      expect(Object.keys(kit)).not.toEqual(expect.arrayContaining(['bot']));
      expect(Object.keys(kit)).not.toEqual(expect.arrayContaining(['email']));
      expect(Object.keys(kit)).not.toEqual(expect.arrayContaining(['legacy']));
      expect({ ...(await older(kit.id)).body, logo: 0 }).toEqual({ ...kit, logo: 0 });
      expect({ ...(await olderList()).body.data[0], logo: 0 }).toEqual({ ...kit, logo: 0 });
      expect((await read(kit.id)).body).toMatchObject({
        name: 'Acme',
        bot: { name: 'Acme Notes', tile: OLDER.tile, chat: OLDER.chat },
        email: {
          type: 'branded',
          branded: { color: '#445566', website: 'https://acme.test', logo: { id: logo }, cta: CTA },
        },
        metadata: OLDER.metadata,
      });
    },
  );

  it('is changed field by field, at any depth', async () => {
    const { create, update } = await anOlderStudio('2026-10-09');
    const { id } = (await create(OLDER)).body;

    const { body } = await update(id, { chat: { enabled: false }, email_type: 'default', cta: { type: 'none' } });

    expect(body).toMatchObject({
      ...OLDER,
      chat: { enabled: false, recording_message: 'Recording.' },
      email_type: 'default',
      cta: { ...CTA, type: 'none' },
    });
  });

  it('is refused a field that it never had', async () => {
    const { create } = await anOlderStudio('2026-10-09');

    const { status, body } = await create({ colour: 'red' });

    expect([status, body.errors[0].code, body.errors[0].field]).toEqual([422, 'unknown_field', 'colour']);
  });
});

describe('the workspace of a brand kit', () => {
  it.each([
    ['2025-11-25', 'number'],
    ['2026-10-08', 'number'],
    ['2026-10-09', 'string'],
    ['2026-10-12', 'string'],
  ])('at %s is a %s', async (version, type) => {
    const { create, owner } = await anOlderStudio(version);

    const { workspace_id } = (await create({})).body;

    expect([typeof workspace_id, workspace_id]).toEqual([
      type,
      type === 'number' ? owner.workspaceNumber : owner.workspaceId,
    ]);
  });

  it('is null at every version for a caller outside the workspace', async () => {
    const { create, another, call } = await anOlderStudio('2025-11-25');
    const branch = await another('owner');
    const { id } = (await create({ workspace_ids: [branch.workspaceId] })).body;

    for (const version of ['2025-11-25', '2026-10-09', '2026-10-12']) {
      const { body } = await call('GET', `/brand_kits/${id}`, {
        key: branch.key,
        headers: { 'service-version': version },
      });
      expect(body.workspace_id).toBeNull();
    }
  });
});
