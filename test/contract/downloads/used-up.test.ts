import { meetings } from '#functions/api/meetings/index';
import { uploads } from '#functions/api/uploads/index';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { getResultsContract } from '#shared/meetings/meetings/contract';
import { getExportContract } from '#shared/texts/exports/contract';
import { createUploadContract, getUploadContract, newUploadContract } from '#shared/texts/uploads/contract';
import { anExportWorld } from '#test/contract/exports/an-export';
import { aMeetingWorld } from '#test/contract/meetings/meeting-world';
import { anUploadWorld } from '#test/contract/uploads/upload-world';
import { callsTo } from '#test/support/api';
import { botWorkers } from '#test/support/bot-workers';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { BEYOND_FIRST, useUpDownloads } from '#test/support/used-up-downloads';

/** Until the day (UTC) ends, at noon. */
const TWELVE_HOURS = String((12 * HOUR_MS) / 1_000);

describe('a workspace that used up what it may download in a day', () => {
  it('429: to GET /exports/{id}, within a minute, until the day ends', async () => {
    const { world, owner, read, anExport, aText } = await anExportWorld();
    const { id } = await anExport({ conversation_ids: [await aText()], format: 'txt' });
    await useUpDownloads(world, owner);
    world.clock.advance(MINUTE_MS);

    const refused = await read(id);

    expect(expectError(getExportContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.headers['retry-after']).toBe(String((12 * HOUR_MS - MINUTE_MS) / 1_000));
    expect(refused.body.errors[0].message).toMatch(
      /^The limit is 500000000000 bytes a day \(UTC\) that are downloaded/,
    );
  });

  it('200: to the same on the next day', async () => {
    const { world, owner, read, anExport, aText } = await anExportWorld();
    world.clock.advance(11 * HOUR_MS + 59 * MINUTE_MS + 30_000);
    const { id } = await anExport({ conversation_ids: [await aText()], format: 'txt' });
    await useUpDownloads(world, owner);
    world.clock.advance(30_000);

    const { download_link } = expectSuccess(getExportContract, await read(id), 200);

    expect(download_link).toMatch(/^https:/);
  });

  it('200: with a byte left', async () => {
    const { world, owner, read, anExport, aText } = await anExportWorld();
    const { id } = await anExport({ conversation_ids: [await aText()], format: 'txt' });
    await useUpDownloads(world, { ...owner, less: 1 });
    world.clock.advance(MINUTE_MS);

    expect((await read(id)).status).toBe(200);
  });

  it('200: to an export that is written, which has no link yet, without a read of what was downloaded', async () => {
    const { world, owner, create, read, aText } = await anExportWorld();
    const { id } = (await create({ conversation_ids: [await aText()], format: 'txt' })).body;
    await useUpDownloads(world, owner);

    expect((await read(id)).body).toMatchObject({ state: 'pending', download_link: null });
  });

  it('429: to uploads, before anything is saved', async () => {
    const { world, owner, create, createByGet, rows } = await anUploadWorld();
    await useUpDownloads(world, owner);

    const refused = [
      expectError(newUploadContract, await createByGet(), 429),
      expectError(createUploadContract, await create(), 429),
    ];

    expect([refused, rows()]).toEqual([[['rate_limited'], ['rate_limited']], []]);
  });

  it('429: to further links of an upload, whose completion is not refused', async () => {
    const { world, owner, storage, create, complete, keyOf } = await anUploadWorld();
    const { id, parts } = (await create()).body;
    const etags = parts.map(({ number }: { readonly number: number }) => ({
      number,
      etag: storage.putPart(keyOf(id), number, new Uint8Array(3)),
    }));
    await useUpDownloads(world, owner);
    const call = callsTo(uploads({ ...world.context, uploadStorage: storage }));

    const refused = await call('GET', `/uploads/${id}`, { key: owner.key });

    expect(expectError(getUploadContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.headers['retry-after']).toBe(TWELVE_HOURS);
    expect((await complete(id, etags)).status).toBe(200);
  });

  it('429: to results with media, and not to their text in a format', async () => {
    const { world, owner, aBot } = await aMeetingWorld();
    const bot = await aBot({ meeting_url: 'https://meet.google.com/xyz-good-xyz' });
    await botWorkers(world).untilQuiet(bot.id);
    await useUpDownloads(world, owner);
    const call = callsTo(meetings(world.context));
    const results = (query = '') => call('GET', `/meetings/${bot.meeting_id}/results${query}`, { key: owner.key });

    expect(expectError(getResultsContract, await results(), 429)).toEqual(['rate_limited']);
    for (const format of ['txt', 'vtt', 'json']) expect((await results(`?format=${format}`)).status).toBe(200);
  });

  it('200: to results without files, which have no link', async () => {
    const { world, owner, aMeeting } = await aMeetingWorld();
    const id = await aMeeting(HOUR_MS);
    await useUpDownloads(world, owner);

    const { status } = await callsTo(meetings(world.context))('GET', `/meetings/${id}/results`, { key: owner.key });

    expect(status).toBe(200);
  });
});

describe('a user whose workspaces used up together what they may download in a day', () => {
  it('429: in each of them that has downloaded what it has first, and not in workspaces of others', async () => {
    const { world, owner, call } = await anUploadWorld();
    const second = await world.aWorkspaceOf(owner.userId, 'Second');
    const other = await world.anOwner('Other');
    await useUpDownloads(world, { founderId: owner.userId });
    await useUpDownloads(world, { workspaceId: owner.workspaceId, less: BEYOND_FIRST });
    await useUpDownloads(world, { workspaceId: second.id, less: BEYOND_FIRST + 1 });
    const create = (key: string, workspace_id: string) =>
      call('GET', `/uploads/new?filename=call.mp3&workspace_id=${workspace_id}`, { key });

    const answers = [
      await create(owner.key, owner.workspaceId),
      await create(owner.key, second.id),
      await create(other.key, other.workspaceId),
    ];

    expect(answers.map(({ status }) => status)).toEqual([429, 200, 200]);
    expect(answers[0]?.body.errors[0].message).toContain('of all workspaces that one user founded');
  });

  it('is asked of the table once a minute for a workspace', async () => {
    const { world, owner, createByGet } = await anUploadWorld();
    await createByGet();
    await useUpDownloads(world, { ...owner, founderId: owner.userId });

    const within = await createByGet();
    world.clock.advance(MINUTE_MS);
    const after = await createByGet();

    expect([within.status, after.status]).toEqual([200, 429]);
  });
});
