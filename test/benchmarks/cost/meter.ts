import { GetItemCommand, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { asPlainSend, asSend, operationOf, type PlainSend } from '#test/doubles/aws/in-memory-client';
import { sizeOfItem } from '#test/doubles/dynamodb/item-size';
import type { Item } from '#test/doubles/dynamodb/values';
import { readUnits, type WriteUnits, writeUnits } from './table-units.ts';
import { sumOf, type Usage } from './usage.ts';

/** The requests that table clients make, as far as sizes are concerned. */
interface Request {
  readonly TableName?: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly ConsistentRead?: boolean;
  readonly IndexName?: string;
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys?: readonly Item[]; readonly ConsistentRead?: boolean }>
  >;
  readonly TransactItems?: readonly TransactWriteItem[];
}

interface Answer {
  readonly Item?: Item;
  readonly Items?: readonly Item[];
  readonly Responses?: Readonly<Record<string, readonly Item[]>>;
}

/** One row that a request wrote: what the table and its indexes charge for it. */
export interface Write {
  readonly operation: string;
  readonly key: string;
  readonly bytes: number;
  readonly units: WriteUnits;
}

/** Counts what the clients that it watches use, and looks at no clock. */
export class Meter {
  #used: Usage = {};
  readonly #onWrite: (write: Write) => void;

  constructor(onWrite: (write: Write) => void = () => undefined) {
    this.#onWrite = onWrite;
  }

  add(usage: Usage): void {
    this.#used = sumOf(this.#used, usage);
  }

  /** What was used since it was asked last. */
  read(): Usage {
    const used = this.#used;
    this.#used = {};
    return used;
  }

  /** A client of the table: units by the sizes of what was really read and written. */
  watchTable<Send>(client: { readonly send: Send }): { readonly send: Send } {
    const send = asPlainSend(client);
    return {
      send: asSend<Send>(async (command, ...options) => {
        const keys = keysWritten(command.input);
        const before = await itemsAt(send, keys);
        try {
          const answer: Answer = await send(command, ...options);
          this.add({ 'table read unit': unitsRead(command.input, answer) });
          return answer;
        } finally {
          const after = await itemsAt(send, keys);
          const operation = operationOf(command).replace(/Command$/, '');
          for (const [at, key] of keys.entries()) {
            const units = writeUnits(before[at], after[at], operation === 'TransactWriteItems');
            this.add({ 'table write unit': units.row + units.indexes });
            const bytes = sizeOfItem(after[at] ?? before[at] ?? key);
            this.#onWrite({ operation, key: `${key['pk']?.S} ${key['sk']?.S}`, bytes, units });
          }
        }
      }),
    };
  }

  /** Any other client: so much of that for each request of these operations. */
  watch<Send>(client: { readonly send: Send }, unit: string, amounts: Amounts): { readonly send: Send } {
    const send = asPlainSend(client);
    return {
      send: asSend<Send>((command, ...options) => {
        const amount = amounts[operationOf(command).replace(/Command$/, '')]?.(command.input) ?? 0;
        if (amount > 0) this.add({ [unit]: amount });
        return send(command, ...options);
      }),
    };
  }
}

type Amounts = Readonly<Record<string, (input: object) => number>>;

const keyOf = ({ pk, sk }: Item): Item => ({ ...(pk && { pk }), ...(sk && { sk }) });

function keysWritten({ Item, Key, TransactItems, ...rest }: Request): readonly Item[] {
  if (TransactItems)
    return TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }) => {
      const key = Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key;
      return key ? [keyOf(key)] : [];
    });
  const isRead = 'ConsistentRead' in rest;
  const written = Item ?? (isRead ? undefined : Key);
  return written ? [keyOf(written)] : [];
}

async function itemsAt(send: PlainSend, keys: readonly Item[]): Promise<readonly (Item | undefined)[]> {
  const answers = keys.map((Key): Promise<Answer> => send(new GetItemCommand({ TableName: 'main', Key })));
  return (await Promise.all(answers)).map(({ Item }) => Item);
}

function unitsRead(request: Request, { Item, Items, Responses }: Answer): number {
  if (Items) return readUnits(bytesOf(Items), request.ConsistentRead === true);
  if (Responses) return batchUnits(request, Responses);
  return Item || 'ConsistentRead' in request
    ? readUnits(bytesOf(Item ? [Item] : []), request.ConsistentRead === true)
    : 0;
}

function batchUnits({ RequestItems = {} }: Request, responses: NonNullable<Answer['Responses']>): number {
  return Object.entries(RequestItems).reduce((total, [table, { Keys = [], ConsistentRead = false }]) => {
    const found = responses[table] ?? [];
    const missing = Keys.length - found.length;
    const units = found.map((item) => readUnits(sizeOfItem(item), ConsistentRead));
    return total + units.reduce((sum, one) => sum + one, 0) + missing * readUnits(0, ConsistentRead);
  }, 0);
}

const bytesOf = (items: readonly Item[]): number => items.reduce((total, item) => total + sizeOfItem(item), 0);
