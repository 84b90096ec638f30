import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { parsedJson } from '#shared/foundation/core/json';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Table } from '#shared/foundation/core/table';
import type { FileStorage } from '#shared/foundation/files/ports';

/** Something that is held on an address, as the export prints it. */
export interface Held {
  /** What it is, as the API or the table names it: `meeting`, `webhook_event`. */
  readonly object: string;
  readonly [field: string]: unknown;
}

/** What the export reads. */
export interface Sources {
  readonly documents: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly table: Table;
  readonly files: FileStorage;
}

/** Whose data is exported, and of which workspace. */
export interface Asked {
  /** In comparable form. */
  readonly email: string;
  /** Undefined for every workspace. */
  readonly workspaceId: WorkspaceId | undefined;
}

/** Whether an address is the one that is asked for. */
export const isOf = (email: string, other: string | null | undefined): boolean =>
  typeof other === 'string' && comparableEmail(other) === email;

/** The names that these people have with an address, in lower case. */
export const namesWith = (
  email: string,
  people: readonly { readonly email: string | null; readonly name: string | null }[],
): ReadonlySet<string> =>
  new Set(people.filter((one) => isOf(email, one.email)).flatMap(({ name }) => name?.toLowerCase() ?? []));

/** Whether a name is one of these, in whatever case it is written. */
export const isAmong = (names: ReadonlySet<string>, name: string | null): boolean =>
  name !== null && names.has(name.toLowerCase());

/** Whether a text at any depth of a value is the address, in JSON text inside it as well. */
export function mentions(email: string, value: unknown): boolean {
  if (typeof value === 'string')
    return isOf(email, value) || (/^[[{]/.test(value) && mentions(email, parsedJson(value)));
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => mentions(email, inner));
}

const PAGE = 100;

/** The items of a list, a page in memory at a time. */
export async function* walked<Item>(read: (request: PageRequest) => Promise<Page<Item>>): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const page: Page<Item> = await read({ limit: PAGE, after });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Without fields that are undefined, null or empty. */
export const filled = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
