import { LostRace } from '#shared/foundation/core/store';
import { useFactory } from '#shared/foundation/core/uses';
import { createBrandKitContract as contract } from '#shared/meetings/brand-kits/contract';
import { aWorld } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it, jest } from '#test/support/jest';
import { anSvg, aPng } from '#test/unit/files/rules/images';
import { aBrandKitWorld } from './brand-kit-world.ts';

const PLAIN = {
  object: 'brand_kit',
  name: null,
  workspace_ids: [],
  bot: {
    name: null,
    tile: { type: 'default', color: { value: null }, logo: { file: null }, image: { file: null } },
    chat: { enabled: false, recording_message: null, paused_message: null },
  },
  email: {
    type: 'default',
    branded: {
      color: null,
      website: null,
      description: null,
      logo: null,
      cta: { type: 'open_meeting', label: null, url: null },
    },
  },
  metadata: {},
  created_at: '2026-11-02T12:00:00.000Z',
  updated_at: '2026-11-02T12:00:00.000Z',
};

describe('POST /brand_kits', () => {
  it('201: a kit of which nothing was said, with where it is', async () => {
    const { create, owner } = await aBrandKitWorld();

    const answered = await create();

    const kit = expectSuccess(contract, answered, 201);
    expect(kit).toEqual({ ...PLAIN, id: kit.id, workspace_id: owner.workspaceId });
    expect(answered.headers['location']).toBe(`https://api.example.test/api/v1/brand_kits/${kit.id}`);
  });

  it('201: with everything', async () => {
    const { create, aFile, another, follow } = await aBrandKitWorld();
    const [logo, image, mail] = [await aFile(), await aFile(anSvg()), await aFile()];
    const branch = await another('admin');
    const cta = { type: 'link', label: 'Open', url: 'https://acme.test/meetings/{{meeting_id}}?from=mail' };

    const kit = expectSuccess(
      contract,
      await create({
        name: 'Acme',
        workspace_ids: [branch.workspaceId, String(branch.workspaceNumber)],
        bot: {
          name: 'Acme Notes',
          tile: { type: 'image', color: { value: '#1A2B3C' }, logo: { file: logo }, image: { file: image } },
          chat: { enabled: true, recording_message: 'Recording.', paused_message: 'Paused.' },
        },
        email: {
          type: 'branded',
          branded: { color: '#ffffff', website: 'https://acme.test', description: 'Acme', logo: mail, cta },
        },
        metadata: { theme: 'dark' },
      }),
      201,
    );

    expect(kit).toMatchObject({
      name: 'Acme',
      workspace_ids: [branch.workspaceId],
      bot: {
        name: 'Acme Notes',
        tile: {
          type: 'image',
          color: { value: '#1a2b3c' },
          logo: { file: { id: logo } },
          image: { file: { id: image } },
        },
        chat: { enabled: true, recording_message: 'Recording.', paused_message: 'Paused.' },
      },
      email: { type: 'branded', branded: { color: '#ffffff', logo: { id: mail }, cta } },
      metadata: { theme: 'dark' },
    });
    const svg = await follow(kit.bot.tile.image.file.url);
    expect(Buffer.from(svg.body)).toEqual(anSvg());
    expect(svg.headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('201: its images outlive the files, and their copies are no files of their own', async () => {
    const { create, aFile, deleteFile, read, readFile, follow } = await aBrandKitWorld();
    const logo = await aFile();
    const { id } = (await create({ bot: { tile: { type: 'logo', logo: { file: logo } } } })).body;

    await deleteFile(logo);

    const { file } = (await read(id)).body.bot.tile.logo;
    expect([file.id, (await follow(file.url)).status, (await readFile(logo)).status]).toEqual([logo, 200, 404]);
    const copy = /files\/(file_\w+)\//.exec(file.url)?.[1] ?? '';
    expect([copy === logo, (await readFile(copy)).status, (await deleteFile(copy)).status]).toEqual([false, 404, 404]);
  });

  it.each([
    ['kits', { brand_kits: 0 }],
    ['bytes, which copies count towards', { file_bytes: 2 * aPng().length - 1 }],
  ])('429: over the limit of %s, before an image is copied', async (_what, limits) => {
    const { create, aFile, files } = await aBrandKitWorld(aWorld({ useOf: useFactory(limits) }));
    const logo = await aFile();
    const [getting, putting] = [jest.spyOn(files, 'get'), jest.spyOn(files, 'put')];

    const refused = await create({ bot: { tile: { logo: { file: logo } } } });

    expect(expectError(contract, refused, 429)).toEqual(['rate_limited']);
    expect([getting.mock.calls, putting.mock.calls]).toEqual([[], []]);
  });

  it('409: its copies are deleted and do not count', async () => {
    const world = aWorld({ useOf: useFactory({ brand_kits: 1, file_bytes: 2 * aPng().length }) });
    const { create, aFile, files } = await aBrandKitWorld(world);
    const logo = await aFile();
    const kit = { bot: { tile: { logo: { file: logo } } } };
    const saving = jest.spyOn(world.context.changes, 'save').mockRejectedValue(new LostRace());

    expect(expectError(contract, await create(kit), 409)).toEqual(['conflict']);
    expect(files.files.size).toBe(1);
    saving.mockRestore();
    expect((await create(kit)).status).toBe(201);
  });

  it('201: the logo of mails is that of the tile until it has one', async () => {
    const { create, aFile } = await aBrandKitWorld();
    const [logo, own] = [await aFile(), await aFile()];

    const one = (await create({ bot: { tile: { logo: { file: logo } } } })).body;
    const other = (await create({ bot: { tile: { logo: { file: logo } } }, email: { branded: { logo: own } } })).body;

    expect([one.email.branded.logo.id, other.email.branded.logo.id]).toEqual([logo, own]);
  });

  it('201: without a workspace, where the key belongs to one; 400 where to several', async () => {
    const { call, owner, another } = await aBrandKitWorld();

    const kit = expectSuccess(
      contract,
      await call('POST', '/brand_kits', { key: owner.key, body: { name: 'A' } }),
      201,
    );
    expect(kit.workspace_id).toBe(owner.workspaceId);

    await another('owner');
    const refused = await call('POST', '/brand_kits', { key: owner.key, body: { name: 'A' } });
    expect(expectError(contract, refused, 400)).toEqual(['bad_request workspace_id']);
  });

  it.each([
    [{ name: 'https://acme.test' }, 'invalid_format name'],
    [{ name: 'Acme\u2028Security' }, 'invalid_format name'],
    [{ bot: { name: 'Notes \u202Eecivres' } }, 'invalid_format bot.name'],
    [{ email: { branded: { cta: { label: 'Open acme.test/login' } } } }, 'invalid_format email.branded.cta.label'],
    [{ name: 'a'.repeat(101) }, 'too_long name'],
    [{ bot: { name: '' } }, 'blank bot.name'],
    [{ bot: { tile: { type: 'video' } } }, 'inclusion bot.tile.type'],
    [{ bot: { tile: { type: null } } }, 'invalid_type bot.tile.type'],
    [{ bot: { tile: { color: { value: 'red' } } } }, 'invalid_format bot.tile.color.value'],
    [{ bot: { tile: { color: { value: '#fff' } } } }, 'invalid_format bot.tile.color.value'],
    [{ bot: { tile: { color: '#ffffff' } } }, 'invalid_type bot.tile.color'],
    [{ bot: { tile: { logo: { file: 'logo.png' } } } }, 'invalid bot.tile.logo.file'],
    [{ bot: { chat: { enabled: 'yes' } } }, 'invalid_type bot.chat.enabled'],
    [{ bot: { chat: { recording_message: 'Hi\u0000' } } }, 'invalid_format bot.chat.recording_message'],
    [{ bot: { chat: { recording_message: 'a'.repeat(501) } } }, 'too_long bot.chat.recording_message'],
    [{ bot: { chat: { paused_message: ' ' } } }, 'blank bot.chat.paused_message'],
    [{ email: { type: 'plain' } }, 'inclusion email.type'],
    [{ email: { branded: { website: 'acme' } } }, 'invalid_format email.branded.website'],
    [{ email: { branded: { website: 'javascript:alert(1)' } } }, 'invalid_format email.branded.website'],
    [{ email: { branded: { website: 'https://ada:pw@acme.test' } } }, 'invalid_format email.branded.website'],
    [{ email: { branded: { cta: { url: 'http://acme.test' } } } }, 'invalid_format email.branded.cta.url'],
    [{ email: { branded: { cta: { url: 'https://{{meeting_id}}.test' } } } }, 'invalid_format email.branded.cta.url'],
    [{ email: { branded: { cta: { url: 'https://a.test/{{name}}' } } } }, 'invalid_format email.branded.cta.url'],
    [{ email: { branded: { cta: { url: `https://a.test/${'a'.repeat(2_048)}` } } } }, 'too_long email.branded.cta.url'],
    [{ bot: { tile: { type: 'color' } } }, 'missing bot.tile.color.value'],
    [{ bot: { tile: { type: 'logo' } } }, 'missing bot.tile.logo.file'],
    [{ bot: { tile: { type: 'image' } } }, 'missing bot.tile.image.file'],
    [{ email: { branded: { cta: { type: 'link', label: 'Open' } } } }, 'missing email.branded.cta.url'],
    [{ workspace_ids: Array.from({ length: 21 }, (_, at) => String(at)) }, 'too_long workspace_ids'],
    [{ workspace_ids: 'wks_1' }, 'invalid_type workspace_ids'],
    [{ colour: 'red' }, 'unknown_field colour'],
    [{ bot: { tile: { shape: 'round' } } }, 'unknown_field bot.tile.shape'],
    [{ email: { branded: { cta: { target: 'x' } } } }, 'unknown_field email.branded.cta.target'],
    [{ email_type: 'branded' }, 'unknown_field email_type'],
    [{ bot: { __proto__x: 1 } }, 'unknown_field bot.__proto__x'],
    [{ metadata: { a: {} } }, 'invalid_type metadata.a'],
  ])('422: %j', async (body, told) => {
    const { create, dynamo } = await aBrandKitWorld();
    const before = dynamo.items().length;

    expect(expectError(contract, await create(body), 422)).toEqual([told]);
    // The key's own first call is all that was written.
    expect(dynamo.items().length).toBe(before);
  });

  it('422 invalid: foreign files, unknown files, and the copy of a kit; nothing is copied', async () => {
    const { create, aFile, world, another, files } = await aBrandKitWorld();
    const stranger = await world.anOwner('Other');
    const branch = await another('owner');
    const kept = (await create({ bot: { tile: { logo: { file: await aFile() } } } })).body.bot.tile.logo.file;
    const copy = /files\/(file_\w+)\//.exec(kept.url)?.[1];
    const ids = [
      await aFile(undefined, stranger),
      await aFile(undefined, { ...branch }),
      'file_01kcw3v9e2f3hb5wnkq8zr6m4t',
      copy,
    ];
    const before = files.files.size;

    for (const file of ids)
      expect(expectError(contract, await create({ bot: { tile: { image: { file } } } }), 422)).toEqual([
        'invalid bot.tile.image.file',
      ]);
    expect(files.files.size).toBe(before);
  });

  it('401: workspaces that the key may not administer, beside one that it may', async () => {
    const { create, world, another } = await aBrandKitWorld();
    const [branch, lesser] = [await another('admin'), await another('member', 'Lesser')];
    const stranger = await world.anOwner('Other');

    for (const id of [lesser.workspaceId, stranger.workspaceId, 'wks_01kcw3v9e2f3hb5wnkq8zr6m4t'])
      expect(expectError(contract, await create({ workspace_ids: [branch.workspaceId, id] }), 401)).toEqual([
        'unauthorized',
      ]);
  });
});
