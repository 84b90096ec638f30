import type { Sealer } from '#shared/core/sealer';
import type { Table } from '#shared/core/table';
import { unlessThere } from '#shared/dynamodb/conditions';

const KEY = { pk: 'SYSTEM', sk: 'CURSOR_KEY' };
/** The key belongs to the deployment and not to a workspace. */
const CONTEXT = { workspace: 'none', resource: 'cursor-key' };

/**
 * The key that signs cursors: one sealed row, read once per execution environment. The first request creates it; of
 * two concurrent requests the first write is kept.
 */
export function cursorKey(table: Table, sealer: Sealer, randomBytes: (size: number) => Uint8Array) {
  let reading: Promise<Uint8Array> | undefined;
  const read = async (): Promise<Uint8Array> => {
    const sealed = (await table.get(KEY))?.['sealed'];
    return typeof sealed === 'string' ? Buffer.from(await sealer.open(sealed, CONTEXT), 'base64') : make();
  };
  const make = async (): Promise<Uint8Array> => {
    const key = Buffer.from(randomBytes(32)).toString('base64');
    const put = { ...KEY, type: 'cursor_key', sealed: await sealer.seal(key, CONTEXT) };
    return (await table.write({ put, when: unlessThere })) ? Buffer.from(key, 'base64') : read();
  };
  return (): Promise<Uint8Array> => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}
