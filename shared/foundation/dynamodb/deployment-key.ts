import type { Sealer } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import { unlessThere } from '#shared/foundation/dynamodb/rows';

/** The name of a key of the deployment: of its row, and of the `resource` that it is sealed for. */
export interface KeyName {
  /** The sort key of its row in the partition `SYSTEM`. */
  readonly row: string;
  readonly resource: string;
}

interface Stored {
  readonly table: Table;
  readonly sealer: Sealer;
}

interface Created extends Stored {
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * A key of 256 random bits that belongs to the deployment and not to a workspace: one sealed row, read or created once
 * per execution environment. Of two that create it at once the first write is kept.
 */
export function deploymentKey(name: KeyName, { table, sealer, randomBytes }: Created): () => Promise<Uint8Array> {
  const create = async (): Promise<Uint8Array> => {
    const key = Buffer.from(randomBytes(32)).toString('base64');
    const put = { ...rowOf(name), type: name.row.toLowerCase(), sealed: await sealer.seal(key, contextOf(name)) };
    return (await table.write({ put, when: unlessThere })) ? Buffer.from(key, 'base64') : readOrCreate();
  };
  const readOrCreate = async () => (await readKey(name, { table, sealer })) ?? create();
  return cached(readOrCreate);
}

/** The same for a function that must not create it: undefined while there is none. */
export const storedKey = (name: KeyName, stored: Stored): (() => Promise<Uint8Array | undefined>) =>
  cached(() => readKey(name, stored));

async function readKey(name: KeyName, { table, sealer }: Stored): Promise<Uint8Array | undefined> {
  const sealed = (await table.get(rowOf(name)))?.['sealed'];
  return typeof sealed === 'string' ? Buffer.from(await sealer.open(sealed, contextOf(name)), 'base64') : undefined;
}

/** Keeps a key, but neither its absence nor a failure. */
function cached<Key extends Uint8Array | undefined>(find: () => Promise<Key>): () => Promise<Key> {
  let known: Promise<Key> | undefined;
  const forget = () => {
    known = undefined;
  };
  return () => {
    if (known) return known;
    known = find();
    known.then((key) => key ?? forget(), forget);
    return known;
  };
}

const rowOf = ({ row }: KeyName) => ({ pk: 'SYSTEM', sk: row });
const contextOf = ({ resource }: KeyName) => ({ workspace: 'none', resource });
