import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Call, Fault } from '#test/support/fault-proxy/fault';
import { openFaultProxy } from '#test/support/fault-proxy/open-fault-proxy';
import { afterEach, describe, expect, it } from '#test/support/jest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A service that takes everything, and a proxy that does this to each request. */
async function aSpoiled(fault?: Fault, taken: object = {}) {
  const reached: unknown[] = [];
  const killed: { readonly address: string; readonly reached: number }[] = [];
  const calls: Call[] = [];
  const service = createServer(async (incoming, outgoing) => {
    reached.push(JSON.parse(Buffer.concat(await incoming.toArray()).toString()));
    outgoing.end(JSON.stringify(taken));
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const proxy = openFaultProxy({
    target: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    strike: (call) => {
      calls.push(call);
      return fault;
    },
    kill: async (address) => {
      killed.push({ address, reached: reached.length });
      await proxy.close();
    },
  });
  closing.push(async () => {
    await proxy.close().catch(() => undefined);
    service.close();
    service.closeAllConnections();
  });
  const address = await proxy.addressFor('outbox-relay');
  const ask = async (target: string, body: object) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'x-amz-target': target },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return { ask, reached, calls, killed, address, proxy };
}

describe('the fault proxy', () => {
  it('passes on what nothing strikes, and tells who asked for what', async () => {
    const { ask, reached, calls } = await aSpoiled(undefined, { Item: 'found' });

    const answered = await ask('DynamoDB_20120810.GetItem', { Key: 'one' });

    expect(answered).toEqual({ status: 200, body: { Item: 'found' } });
    expect(reached).toEqual([{ Key: 'one' }]);
    expect(calls).toEqual([{ worker: 'outbox-relay', action: 'GetItem', body: '{"Key":"one"}' }]);
  });

  it('gives a function one address, and another function another', async () => {
    const { proxy, address } = await aSpoiled();

    expect(await proxy.addressFor('outbox-relay')).toBe(address);
    expect(await proxy.addressFor('sweeper')).not.toBe(address);
  });

  it('answers instead of the service, as the service would', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'refused', status: 500, code: 'InternalServerError' });

    const answered = await ask('DynamoDB_20120810.PutItem', {});

    expect(answered).toMatchObject({ status: 500, body: { __type: 'InternalServerError' } });
    expect(reached).toEqual([]);
  });

  it('says of a cancelled transaction which item met another', async () => {
    const { ask } = await aSpoiled({ kind: 'refused', status: 400, code: 'TransactionCanceledException' });

    const { body } = await ask('DynamoDB_20120810.TransactWriteItems', { TransactItems: [{}, {}] });

    expect(body).toMatchObject({ CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }] });
  });

  it('resets before the service hears of it', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'reset' });

    await expect(ask('AWSEvents.PutEvents', {})).rejects.toThrow('fetch failed');
    expect(reached).toEqual([]);
  });

  it('drops an answer after the service has acted', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'dropped' });

    await expect(ask('AWSEvents.PutEvents', { Entries: [] })).rejects.toThrow('fetch failed');
    expect(reached).toEqual([{ Entries: [] }]);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('ends who asked, %s the service has acted', async (when, reached) => {
    const { ask, killed, address } = await aSpoiled({ kind: 'killed', when });

    await expect(ask('TrentService.Decrypt', {})).rejects.toThrow('fetch failed');
    expect(killed).toEqual([{ address, reached }]);
  });
});

describe('an answer in part', () => {
  it('keeps one event from the bus', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'partly' }, { FailedEntryCount: 0, Entries: [{ EventId: 'b' }] });

    const { body } = await ask('AWSEvents.PutEvents', { Entries: [{ Detail: 'a' }, { Detail: 'b' }] });

    expect(reached).toEqual([{ Entries: [{ Detail: 'b' }] }]);
    expect(body).toMatchObject({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }, { EventId: 'b' }] });
  });

  it('keeps one message from the queue, the only one too', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'partly' });

    const { body } = await ask('AmazonSQS.SendMessageBatch', { Entries: [{ Id: '0', MessageBody: 'a' }] });

    expect(reached).toEqual([]);
    expect(body).toMatchObject({ Successful: [], Failed: [{ Id: '0', SenderFault: false }] });
  });

  it('leaves one key unread', async () => {
    const { ask, reached } = await aSpoiled({ kind: 'partly' }, { Responses: { main: [{ pk: 'b' }] } });

    const { body } = await ask('DynamoDB_20120810.BatchGetItem', {
      RequestItems: { main: { ConsistentRead: true, Keys: ['a', 'b'] } },
    });

    expect(reached).toEqual([{ RequestItems: { main: { ConsistentRead: true, Keys: ['b'] } } }]);
    expect(body).toEqual({
      Responses: { main: [{ pk: 'b' }] },
      UnprocessedKeys: { main: { ConsistentRead: true, Keys: ['a'] } },
    });
  });
});
