import { randomBytes } from 'node:crypto';
import { fileLinkKeys } from '#shared/foundation/files/file-link-keys';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { describe, expect, it } from '#test/support/jest';

/** A deployment of which any number of functions start. */
function aDeployment() {
  const dynamo = inMemoryMainTable();
  const kms = inMemoryKms();
  const sealer = kmsSealer(kms, 'key');
  let outage = false;
  const client = {
    send: ((...given: Parameters<typeof dynamo.send>) =>
      outage ? Promise.reject(new Error('Out of reach.')) : dynamo.send(...given)) as typeof dynamo.send,
  };
  const table = tableOver(client);
  return {
    dynamo,
    /** The keys as one function reads them. */
    aFunction: () => fileLinkKeys(table, sealer, (size) => randomBytes(size)),
    outOfReach(is: boolean) {
      outage = is;
    },
  };
}

const hex = (key: Uint8Array | undefined): string => Buffer.from(key ?? []).toString('hex');

describe('the keys that links are signed with', () => {
  it('are one and the same for functions that start at once, and for those that start later', async () => {
    const { aFunction } = aDeployment();

    const keys = await Promise.all([aFunction()(), aFunction()(), aFunction()()]);
    const later = await aFunction()();

    const signing = [...keys, later].map(({ current, byName }) => hex(byName[current]));
    expect(new Set(signing).size).toBe(1);
    expect(signing[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  it('lie sealed in the table', async () => {
    const { aFunction, dynamo } = aDeployment();
    const { byName, current } = await aFunction()();
    const key = Buffer.from(byName[current] ?? []);

    const rows = JSON.stringify(dynamo.items());

    expect(rows).toContain('FILE_LINK_KEYS');
    expect([rows.includes(key.toString('base64')), rows.includes(key.toString('hex'))]).toEqual([false, false]);
  });

  it('are asked for again after a moment in which they could not be read', async () => {
    const { aFunction, outOfReach } = aDeployment();
    const keys = aFunction();
    outOfReach(true);
    await expect(keys()).rejects.toThrow();
    outOfReach(false);

    expect((await keys()).current).toBe('1');
  });
});
