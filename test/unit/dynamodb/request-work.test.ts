import {
  addRead,
  bytesOfQuery,
  bytesOfRead,
  measuredIn,
  type RequestWork,
} from '#shared/foundation/dynamodb/request-work';
import { jsonOfState, storedState } from '#shared/foundation/dynamodb/rows';
import { describe, expect, it } from '#test/support/jest';

/** The bytes that a request is charged for what it does. */
async function workOf(request: () => unknown): Promise<number> {
  const work: RequestWork = { bytes: 0 };
  await measuredIn(work, async () => request());
  return work.bytes;
}

// Three bytes of UTF-8, and one UTF-16 unit.
const TEXT = '会'.repeat(10_000);

describe('the work of a request', () => {
  it('has the bytes of a row that is read, and not its characters', async () => {
    const row = { pk: 'a', sk: 'b', type: 'c', state: TEXT };
    expect(await workOf(() => addRead(() => bytesOfRead(row)))).toBe('pkaskbtypecstate'.length + 30_000);
  });

  it('has the bytes of rows of a query, with what is projected', async () => {
    const row = { pk: 'a', sk: 'b', type: 'c', find: { s: TEXT } };
    const json = '{"s":""}'.length + 30_000;
    expect(await workOf(() => addRead(() => bytesOfQuery([row, row])))).toBe(
      4_096 + 2 * ('pkaskbtypecfind'.length + json),
    );
  });

  it('has the bytes of JSON that a row holds, deflated or not', async () => {
    const json = '""'.length + 30_000;
    expect(await workOf(() => jsonOfState(JSON.stringify(TEXT)))).toBe(json);
    expect(await workOf(() => jsonOfState(storedState(TEXT)))).toBe(json);
  });
});
