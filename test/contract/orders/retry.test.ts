import { auditEvents } from '#shared/accounts/audit-events/store';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { idOf } from '#shared/foundation/core/ids';
import { DAY_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { retryOrderContract } from '#shared/texts/orders/contract';
import { enginePlaces } from '#shared/texts/orders/engine-places-store';
import { uploadIdIn } from '#shared/texts/uploads/rules/upload';
import { aRemoteFile } from '#test/support/a-remote-file';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';
import { aFailedText, aFailedTranslation } from './a-failed-order.ts';

const UNKNOWN = 'ord_00000000000000000000000000';

const messageOf = ({ body }: { readonly body: { readonly errors: readonly { readonly message: string }[] } }) =>
  body.errors[0]?.message;

describe('POST /orders/{id}/retry', () => {
  it('200: makes the translation in the same conversation, and tells the `webhook_url` of both ends', async () => {
    const { id, text, retry, mend, worker, readOrder, conversation, eventsSent } = await aFailedTranslation({
      webhook_url: 'https://hooks.example.test/orders',
    });
    const failed = await readOrder(id);
    mend();

    const begun = expectSuccess(retryOrderContract, await retry(), 200);
    const state = (await conversation(text)).body.state;
    await worker.untilQuiet();

    expect(begun).toMatchObject({ id, state: 'submitted', failure_reason: null, ended_at: null, outputs_ids: [text] });
    expect(begun.operations).toMatchObject([{ state: 'pending', target_language: 'fr', conversation_id: text }]);
    expect(begun.operations[0]?.id).not.toBe(failed.operations[0].id);
    expect(state).toBe('initial');
    expect((await readOrder(id)).state).toBe('fulfilled');
    expect((await conversation(text)).body).toMatchObject({ state: 'automatic_done', failure_reason: null });
    expect(
      eventsSent()
        .filter((type) => type.startsWith('order.'))
        .toSorted(),
    ).toEqual(['order.failed', 'order.fulfilled']);
  });

  it('200: copies an upload again, and recognizes it as a new operation', async () => {
    const { id, text, retry, mend, worker, readOrder, conversation, asked, filesKept } = await aFailedText();
    const failed = await readOrder(id);
    expect(filesKept()).toEqual([]);
    mend();

    const begun = expectSuccess(retryOrderContract, await retry(), 200);
    await worker.untilQuiet();

    expect(begun).toMatchObject({ state: 'submitted', ingestions: [{ state: 'pending', failure_reason: null }] });
    expect(begun.ingestions[0]?.id).not.toBe(failed.ingestions[0].id);
    expect(await readOrder(id)).toMatchObject({ state: 'fulfilled', ingestions: [{ size: aVideo().length }] });
    expect((await conversation(text, '/transcript')).body.segments).toHaveLength(1);
    expect(new Set(asked.map(([, { name }]) => name)).size).toBe(2);
  });

  it('200: leaves what it stores to itself: a late job of the ingestion before changes nothing', async () => {
    const { id, retry, worker, readOrder, world, owner, filesKept } = await aFailedText();
    const orderId = idOf('ord', id);
    const ingestionId = idOf('ing', (await readOrder(id)).ingestions[0].id);
    if (!orderId || !ingestionId) throw new Error('The order has no ingestion.');
    await retry();
    const before = worker.due().length;
    const content = { workspaceId: owner.workspaceId, orderId, ingestionId };
    await world.context.changes.save({ at: world.clock.now(), jobs: [{ type: 'job.ingestion', content }] });

    const late = worker
      .due()
      .filter(({ event }) => event['detail-type'] === 'job.ingestion')
      .at(-1);
    await worker.deliver(late);

    expect(worker.due()).toHaveLength(before);
    expect((await readOrder(id)).ingestions).toMatchObject([{ state: 'pending' }]);
    expect(filesKept()).toEqual([]);
  });

  it('200: counts the bytes of a file that was not taken at first, and was replaced', async () => {
    const { id, retry, mend, worker, world, owner, readOrder, url } = await aFailedText({}, {}, new Uint8Array(9));
    expect((await readOrder(id)).failure_reason).toBe('unsupported_media');
    await housekeepingWorker(world).untilQuiet();
    const before = await storedBytes(world.context.table, owner.workspaceId);
    await world.files.put(`uploads/${owner.workspaceId}/${uploadIdIn(url)}`, aVideo(), '');
    mend();

    await retry();
    await worker.untilQuiet();

    expect((await readOrder(id)).state).toBe('fulfilled');
    expect((await storedBytes(world.context.table, owner.workspaceId)) - before).toBe(aVideo().length);
  });

  it('200: makes a draft again of one whose file was not taken', async () => {
    const world = await aFailedText({ confirm: false }, { media: { find: async () => undefined } });
    expect(await world.readOrder(world.id)).toMatchObject({ state: 'failed', submitted_at: null });

    const again = expectSuccess(retryOrderContract, await world.retry(), 200);

    expect(again).toMatchObject({ state: 'incomplete', submitted_at: null, ended_at: null });
  });

  it('200: writes one audit event', async () => {
    const { id, retry, world, owner } = await aFailedTranslation();
    await retry();

    const page = { limit: 9, after: undefined };
    const { items } = await auditEvents.list(world.context.table, owner.workspaceId, { now: world.clock.now() }, page);

    expect(items.filter(({ action }) => action === 'order.retried').map(({ target }) => target)).toEqual([
      { object: 'order', id },
    ]);
  });

  it('200: answers the same to the second request with an Idempotency-Key', async () => {
    const { retry, readOrder, id, owner } = await aFailedTranslation();
    const headers = { 'idempotency-key': 'again' };

    const first = await retry(id, owner.key, headers);
    const second = await retry(id, owner.key, headers);

    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect((await readOrder(id)).operations).toEqual(first.body.operations);
  });

  it('409: an order that runs, and one that is run again already', async () => {
    const { id, retry, order } = await aFailedTranslation();
    const other = (await order()).body.id;

    expect(expectError(retryOrderContract, await retry(other), 409)).toEqual(['conflict']);
    await retry(id);
    expect(messageOf(await retry(id))).toBe('The order is submitted: only a failed order is run again.');
  });

  it('409: within a minute of its failure', async () => {
    const { order, worker, retry, world } = await aFailedTranslation();
    const { id } = (await order()).body;
    await worker.untilQuiet();

    const early = await retry(id);
    world.clock.advance(MINUTE_MS);

    expect(expectError(retryOrderContract, early, 409)).toEqual(['conflict']);
    expect(messageOf(early)).toContain('has just failed');
    expect((await retry(id)).status).toBe(200);
  });

  it('409: a conversation in the trash', async () => {
    const { retry, text, callText, owner } = await aFailedTranslation();
    await callText('DELETE', `/conversations/${text}`, { key: owner.key });

    const refused = await retry();

    expect(expectError(retryOrderContract, refused, 409)).toEqual(['conflict']);
    expect(messageOf(refused)).toContain('was deleted');
  });

  it('409: an upload whose days are over', async () => {
    const { retry, world } = await aFailedText();
    world.clock.advance(7 * DAY_MS);

    expect(messageOf(await retry())).toContain('upload is not kept');
  });

  it('409: a file at a URL of others, which is not kept', async () => {
    const url = 'https://files.example.test/interview.mp4';
    const { retry } = await aFailedText({ url }, { fileAt: () => aRemoteFile({ bytes: aVideo() }).source });

    expect(messageOf(await retry())).toBe('The media file is not kept, and neither is its URL: order again.');
  });

  it('409: a file at a URL of others that ends in the key of an upload of the workspace', async () => {
    const { order, retry, url, owner, worker, world } = await aFailedText(
      {},
      { fileAt: () => aRemoteFile({ bytes: aVideo() }).source },
    );
    const path = `uploads/${owner.workspaceId}/${uploadIdIn(url)}`;
    const { id } = (await order({ url: `https://media.example.test/${path}` })).body;
    await worker.untilQuiet();
    world.clock.advance(MINUTE_MS);

    expect(messageOf(await retry(id))).toBe('The media file is not kept, and neither is its URL: order again.');
  });

  it('409: while the speech service works on the text that failed', async () => {
    const { id, retry, readOrder, world, owner } = await aFailedText();
    const operationId = idOf('opr', (await readOrder(id)).operations[0].id);
    if (!operationId) throw new Error('The order has no operation.');
    await enginePlaces(world.context).take({ operationId, workspaceId: owner.workspaceId });

    const early = await retry();
    await enginePlaces(world.context).release(operationId);

    expect(messageOf(early)).toContain('still works');
    expect((await retry()).status).toBe(200);
  });

  it('404: an unknown order', async () => {
    const { retry } = await aFailedTranslation();

    expect(expectError(retryOrderContract, await retry(UNKNOWN), 404)).toEqual(['not_found']);
  });

  it('401: a member', async () => {
    const { retry, id, world, owner } = await aFailedTranslation();
    const member = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(retryOrderContract, await retry(id, member.key), 401)).toEqual(['unauthorized']);
  });
});
