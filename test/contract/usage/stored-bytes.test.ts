import { uploads } from '#functions/api/uploads/index';
import { workspaces as workspaceGroup } from '#functions/api/workspaces/index';
import { DEFAULT_USAGE_LIMITS } from '#shared/accounts/usage/rules/usage-limits';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { transcribeContract } from '#shared/texts/orders/media-contract';
import { createUploadContract, newUploadContract } from '#shared/texts/uploads/contract';
import { aFailedText } from '#test/contract/orders/a-failed-order';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { anUploadWorld } from '#test/contract/uploads/upload-world';
import { aRemoteFile } from '#test/support/a-remote-file';
import { callsTo, type World } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';
import { aUsageWorld } from './a-usage-world.ts';

const LARGEST = 2 ** 31;
const VIDEO = aVideo().byteLength;
const PUBLIC = 'https://files.example.test/a.mp4';

interface Made {
  readonly world: World;
  readonly owner: { readonly key: string; readonly workspaceId: WorkspaceId };
}

/** What `GET /usage` says of stored bytes, once all is counted, and how to limit them. */
function bytesIn({ world, owner: { key, workspaceId } }: Made) {
  const call = callsTo(workspaceGroup(world.context));
  return {
    limit: (most: number | null) => setUsageLimits(world.context)(workspaceId, { stored_bytes: most }),
    async stored(): Promise<{ readonly used: number; readonly limit: number }> {
      await housekeepingWorker(world).runOnce();
      return expectSuccess(getUsageContract, await call('GET', `/usage?workspace_id=${workspaceId}`, { key }), 200)
        .stored_bytes;
    },
  };
}

const callsUploads = (world: World) => callsTo(uploads(world.context));

const withBytes = <World extends Made>(made: World) => ({ ...made, ...bytesIn(made) });

const anUploader = async () => withBytes(await anUploadWorld());
/** The upload of the order counts until it is looked at, as 2 GB. */
const anOrderer = async (...given: Parameters<typeof aMediaOrderWorld>) => withBytes(await aMediaOrderWorld(...given));

describe('the stored bytes of a workspace', () => {
  it('are shown with their limit: a terabyte in a new workspace, and 5 where none was set', async () => {
    const { stored, world, owner } = await anUploader();
    const before = await workspaces.find(world.context.table, owner.workspaceId);
    if (!before) throw new Error('The workspace does not exist.');
    const { usageLimits: _limits, ...older } = before.state;
    const ofNew = await stored();

    await world.context.changes.save({ at: world.clock.now(), writes: [workspaces.put(before, older)] });

    expect([ofNew, await stored()]).toEqual([
      { used: 0, limit: DEFAULT_USAGE_LIMITS.stored_bytes },
      { used: 0, limit: 5e12 },
    ]);
  });

  it('have an upload from its creation on: by its size, and as the largest file without one', async () => {
    const { createByGet, create, stored } = await anUploader();

    await createByGet('filename=call.mp3&size=1000');
    await create({ size: 20_000 });
    const sized = (await stored()).used;
    await createByGet();

    expect([sized, (await stored()).used]).toEqual([21_000, 21_000 + LARGEST]);
  });

  it('have no upload of a HEAD, and none of a request that is repeated with its Idempotency-Key', async () => {
    const { createByGet, create, stored } = await anUploader();
    const once = { 'idempotency-key': 'once' };

    await createByGet('filename=call.mp3', 'HEAD');
    await create({ size: 20_000 }, once);
    await create({ size: 20_000 }, once);

    expect((await stored()).used).toBe(20_000);
  });

  it('have the copy of an order, beside its upload, until the text is deleted', async () => {
    const { order, anUpload, url, worker, stored, callTexts, owner } = await anOrderer();
    await anUpload();
    const before = (await stored()).used;
    const ordered = [await order({ url }), await order({ url })];
    while (await worker.next());
    const after = (await stored()).used;

    for (const { body } of ordered)
      await callTexts('DELETE', `/conversations/${body.outputs_ids[0]}?permanent=true`, { key: owner.key });

    expect(before).toBe(2 * LARGEST);
    expect(after - before).toBe(2 * VIDEO);
    expect((await stored()).used).toBe(before);
  });

  it('have the recording of a meeting, which is stored where there is no room', async () => {
    const made = await aUsageWorld();
    const { stored, limit } = bytesIn(made);
    await limit(1);

    await made.aRecordedBot();

    const [bytes] = [...made.world.files.files].flatMap(([key, file]) => (/\/bot_/.test(key) ? [file.length] : []));
    expect(bytes).toBeGreaterThan(1);
    expect((await stored()).used).toBeGreaterThan(1);
  });
});

describe('a workspace without room for a file', () => {
  it('403: for an upload by its size, and for one without, by that of the largest file', async () => {
    const { createByGet, create, limit, rows } = await anUploader();
    await limit(10_000);

    const refused = await createByGet('filename=call.mp3&size=10001');

    expect(expectError(newUploadContract, refused, 403)).toEqual(['plan_upgrade_required']);
    expect(refused.body.errors[0].message).toContain('stores 0 of 10000 bytes, and this takes up to 10001 more');
    expect(expectError(newUploadContract, await createByGet(), 403)).toEqual(['plan_upgrade_required']);
    expect(expectError(createUploadContract, await create({ size: 10_001 }), 403)).toEqual(['plan_upgrade_required']);
    expect(rows()).toEqual([]);
    expectSuccess(newUploadContract, await createByGet('filename=call.mp3&size=10000'), 200);
    expect(expectError(createUploadContract, await create({ size: 1 }), 403)).toEqual(['plan_upgrade_required']);
  });

  it('403: for all but one of twenty at once that have room for one', async () => {
    const { create, limit, stored, rows } = await anUploader();
    await limit(10_000);

    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ size: 9_000 })));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(rows()).toHaveLength(1);
    expect(await stored()).toEqual({ used: 9_000, limit: 10_000 });
  });

  it('403: where the operator allows none, as in a workspace beyond the first three of a user', async () => {
    const { create, limit } = await anUploader();
    await limit(0);

    const refused = await create({ size: 1 });

    expect(refused.body.errors[0].message).toContain('is 0: the operator of the deployment can raise it');
  });

  it.each([
    ['an upload', undefined],
    ['a public URL', PUBLIC],
  ])('403: for an order of %s', async (_what, url) => {
    const { order, limit } = await anOrderer();
    await limit(LARGEST + 1);

    const refused = await order(url ? { url } : {});

    expect(expectError(transcribeContract, refused, 403)).toEqual(['plan_upgrade_required']);
  });

  it('fails an order whose turn comes when the room is gone, as usage_limit, with nothing copied', async () => {
    const { order, worker, limit, readOrder, leftBehind, stored } = await anOrderer();
    const { id } = (await order()).body;
    await limit(LARGEST);

    await worker.untilQuiet();

    const { state, failure_reason: reason, ingestions } = await readOrder(id);
    expect([state, reason, ingestions[0].failure_reason]).toEqual(['failed', 'usage_limit', 'usage_limit']);
    expect((await leftBehind()).files).toEqual([]);
    expect((await stored()).used).toBe(LARGEST);
  });

  it('has it again once a draft is canceled, or has failed', async () => {
    const { order, worker, act, stored } = await anOrderer({
      fileAt: () => aRemoteFile({ bytes: new Uint8Array(50) }).source,
    });
    const draft = (await order({ confirm: false })).body;
    await order({ url: PUBLIC });
    await worker.untilQuiet();
    const whileKept = (await stored()).used;

    await act(draft.id, 'cancel');

    expect([whileKept, (await stored()).used]).toEqual([LARGEST + VIDEO, LARGEST]);
  });
});

describe('a text whose transcription failed', () => {
  it('has no file and counts no bytes, until the order is run again', async () => {
    const { id, retry, mend, worker, readOrder, stored, filesKept } = withBytes(await aFailedText());
    expect((await readOrder(id)).failure_reason).toBe('transcription_failed');
    const whileFailed = [filesKept(), (await stored()).used];

    mend();
    await retry();
    await worker.untilQuiet();

    // The upload counts beside the copy.
    expect([...whileFailed, (await stored()).used]).toEqual([[], LARGEST, LARGEST + VIDEO]);
  });
});

describe('an upload in several unfinished orders', () => {
  it('is copied for each, and each copy counts', async () => {
    const { order, worker, stored } = await anOrderer();
    for (let number = 0; number < 3; number += 1) await order({ confirm: false });

    await worker.untilQuiet();

    expect((await stored()).used).toBe(LARGEST + 3 * VIDEO);
  });
});

describe('an upload without a size', () => {
  it('takes its file for two hours, and is signed with the size of that from then on', async () => {
    const { anUpload, worker, world, owner, stored } = await anOrderer();
    const first = await anUpload();
    const id = String(new URL(first).pathname.split('/').at(-1));
    const read = async () => (await callsUploads(world)('GET', `/uploads/${id}`, owner)).body;
    world.clock.advance(1.5 * HOUR_MS);
    const endsAt = (await read()).expires_at;
    world.clock.advance(0.5 * HOUR_MS);
    const between = await read();
    world.clock.advance(0.25 * HOUR_MS);
    await worker.checkUploads();

    const after = await read();

    expect(endsAt).toBe('2026-11-02T14:00:00.000Z');
    expect([between.signed_url, between.expires_at, between.size]).toEqual([null, null, null]);
    expect([after.size, after.signed_url]).toEqual([VIDEO, expect.stringContaining(`length=${VIDEO}&`)]);
    expect((await stored()).used).toBe(2 * VIDEO);
  });

  it('counts what is stored of it a day later, too, where a PUT took longer than its link', async () => {
    const { worker, world, owner, stored, url } = await anOrderer();
    world.clock.advance(2.25 * HOUR_MS);
    await worker.checkUploads();
    const { used } = await stored();
    await world.files.put(
      `uploads/${owner.workspaceId}/${url.split('?')[0]?.split('/').at(-1)}`,
      new Uint8Array(70),
      '',
    );

    world.clock.advance(DAY_MS);
    await worker.checkUploads();

    expect([used, (await stored()).used]).toEqual([VIDEO, 70]);
  });

  it('is deleted where it is larger than orders take, and counts nothing', async () => {
    const { worker, world, stored } = await anOrderer({
      media: { find: async () => ({ sizeBytes: LARGEST + 1, etag: 'x' }) },
    });

    world.clock.advance(2.25 * HOUR_MS);
    await worker.checkUploads();

    expect([(await stored()).used, [...world.files.files.keys()]]).toEqual([0, []]);
  });
});

describe('an upload that has ended', () => {
  it('is removed with its bytes a day after its last link, and counts until then', async () => {
    const { worker, world, stored } = await anOrderer();
    for (const hours of [2.25, 24]) {
      world.clock.advance(hours * HOUR_MS);
      await worker.checkUploads();
    }
    world.clock.advance(6 * DAY_MS);
    await worker.checkUploads();
    const before = (await stored()).used;

    world.clock.advance(DAY_MS);
    await worker.checkUploads();
    await worker.checkUploads();

    expect([before, (await stored()).used]).toEqual([VIDEO, 0]);
    expect([...world.files.files.keys()]).toEqual([]);
    expect(world.dynamo.items().filter(({ type }) => type?.S === 'upload')).toEqual([]);
  });
});
