import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { invocation } from '#test/doubles/aws/unfinished-writes';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { describe, expect, it } from '#test/support/jest';

const key = { pk: { S: 'a' }, sk: { S: 'b' } };
const put = new PutItemCommand({ TableName: 'main', Item: key });
const get = new GetItemCommand({ TableName: 'main', Key: key });

describe('an invocation', () => {
  it('fails when its handler returns before a write has ended', async () => {
    const table = inMemoryMainTable();
    const leaves = invocation('a worker', async () => {
      table.send(put).catch(() => undefined);
    });
    await expect(leaves).rejects.toThrow('a worker returned before its PutItemCommand had ended.');
  });

  it('answers what the handler does when its writes have ended', async () => {
    const table = inMemoryMainTable();
    const ended = invocation('a worker', async () => {
      await table.send(put);
      return 'done';
    });
    expect(await ended).toBe('done');
  });

  it('may leave reads, and knows nothing of the writes of another', async () => {
    const table = inMemoryMainTable();
    const [one] = await Promise.allSettled([
      invocation('one', async () => {
        table.send(get).catch(() => undefined);
      }),
      invocation('other', async () => {
        await table.send(put);
      }),
    ]);
    expect(one.status).toBe('fulfilled');
  });
});
