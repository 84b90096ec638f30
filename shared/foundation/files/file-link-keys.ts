import * as v from 'valibot';
import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

const KEY = { pk: 'SYSTEM', sk: 'FILE_LINK_KEYS' };
/** The keys belong to the deployment, not to a workspace. */
const CONTEXT = { workspace: 'none', resource: 'file-links' };

const Keys = v.object({ current: v.string(), byName: v.record(v.string(), v.string()) });

/** By name; the current one signs. */
interface LinkKeysRead {
  readonly current: string;
  readonly byName: Readonly<Record<string, Uint8Array>>;
}

/**
 * The keys that sign links to files: one sealed row, read once in the life of a function. The first function
 * makes it; of two at once the first write stands. To change the key, add one beside the old, and name it `current`
 * once every function has started anew; an old one may go a year later, when its last link is over.
 */
export function fileLinkKeys(table: Table, sealer: Sealer, randomBytes: (size: number) => Uint8Array) {
  let reading: Promise<LinkKeysRead> | undefined;
  const read = async (): Promise<LinkKeysRead> => {
    const sealed = (await table.get(KEY))?.['sealed'];
    return typeof sealed === 'string' ? keysIn(await sealer.open(sealed, CONTEXT)) : make();
  };
  const make = async (): Promise<LinkKeysRead> => {
    const text = JSON.stringify({ current: '1', byName: { 1: Buffer.from(randomBytes(32)).toString('base64') } });
    const put = { ...KEY, type: 'file_link_keys', sealed: await sealer.seal(text, CONTEXT) };
    return (await table.write({ put, when: unlessThere })) ? keysIn(text) : read();
  };
  return (): Promise<LinkKeysRead> => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

function keysIn(text: string): LinkKeysRead {
  const { current, byName } = v.parse(Keys, JSON.parse(text));
  return {
    current,
    byName: Object.fromEntries(Object.entries(byName).map(([name, key]) => [name, Buffer.from(key, 'base64')])),
  };
}
