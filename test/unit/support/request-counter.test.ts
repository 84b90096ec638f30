import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { describe, expect, it } from '#test/support/jest';
import { requestCounter, Tally } from '#test/support/request-counter';

const Key = { pk: { S: 'a' }, sk: { S: '.' } };
const get = () => new GetItemCommand({ TableName: 'main', Key });

describe('counting round trips', () => {
  it('takes requests in flight together for one, also of several clients', async () => {
    const counter = requestCounter();
    const [table, files] = [counter.watch(inMemoryMainTable()), counter.watch(inMemoryS3())];
    await Promise.all([
      table.send(get()),
      table.send(get()),
      files.send(new PutObjectCommand({ Bucket: 'b', Key: 'k' })),
    ]);

    expect(counter.total.trips).toBe(1);
    expect(counter.total.byOperation).toEqual({ GetItem: 2, PutObject: 1 });
  });

  it('takes neighbours for one when one of them awaits something else first', async () => {
    const counter = requestCounter();
    const table = counter.watch(inMemoryMainTable());
    const late = async () => {
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
      await table.send(get());
    };
    await Promise.all([table.send(get()), late()]);

    expect(counter.total.trips).toBe(1);
  });

  it('counts one after the other, those that fail too', async () => {
    const counter = requestCounter();
    const [table, files] = [counter.watch(inMemoryMainTable()), counter.watch(inMemoryS3())];
    await table.send(get());
    await files.send(new GetObjectCommand({ Bucket: 'b', Key: 'none' })).catch(() => undefined);
    await Promise.all([table.send(get()), table.send(new PutItemCommand({ TableName: 'main', Item: Key }))]);

    expect(counter.total).toMatchObject({ trips: 3, requests: 4 });
  });

  it('follows the longest chain while another request is still in flight', () => {
    const tally = new Tally();
    const endLong = tally.start('Query');
    tally.start('GetItem')();
    tally.start('GetItem')();
    endLong();

    expect(tally.trips).toBe(2);
    tally.start('PutItem')();
    expect(tally.trips).toBe(3);
  });

  it('keeps pieces of work apart that run at the same time', async () => {
    const counter = requestCounter();
    const table = counter.watch(inMemoryMainTable());
    const work = (times: number) => async () => {
      for (let at = 0; at < times; at += 1) await table.send(get());
      return times;
    };
    const [two, three] = await Promise.all([counter.during(work(2)), counter.during(work(3))]);

    expect(two).toMatchObject({ answer: 2, tally: { trips: 2, requests: 2 } });
    expect(three.tally).toMatchObject({ trips: 3, requests: 3 });
    expect(counter.total.requests).toBe(5);
  });

  it('keeps the requests of another counter apart, within its work too', async () => {
    const [outer, inner] = [requestCounter(), requestCounter()];
    const [one, other] = [outer.watch(inMemoryMainTable()), inner.watch(inMemoryMainTable())];
    const work = async () => {
      await one.send(get());
      const { tally } = await inner.during(async () => {
        await other.send(get());
        await one.send(get());
      });
      return tally.requests;
    };

    const { answer, tally } = await outer.during(work);

    expect([answer, tally.requests]).toEqual([1, 2]);
    expect([outer.total.requests, inner.total.requests]).toEqual([2, 1]);
  });
});
