import * as v from 'valibot';
import type { CompanyId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import {
  duePartition,
  listOf,
  orderOf,
  personEmailKey,
  personsMarked,
  spreadOver,
} from '#shared/foundation/dynamodb/keys';
import { type ListQuery, pageOfKeys, rowsOf, sortedBetween } from '#shared/foundation/dynamodb/paging';
import { id, instant, metadata } from '#shared/foundation/dynamodb/row-parts';
import { allRows, unlessThere } from '#shared/foundation/dynamodb/rows';
import { PersonNumbersRow } from '#shared/meetings/people/attendance-ranges-store';
import { beginsWith, type Person, searchable, shownName } from '#shared/meetings/people/rules/person';

const PersonRow: v.GenericSchema<unknown, Person> = v.object({
  id: id('per'),
  workspaceId: id('wks'),
  email: v.string(),
  ownName: v.nullable(v.string()),
  invitedName: v.nullable(v.string()),
  memberId: v.nullable(id('mem')),
  companyId: v.nullable(id('com')),
  numbers: PersonNumbersRow,
  // Rows of before changes were counted together have none.
  countedAt: v.optional(v.nullable(instant), null),
  metadata,
  createdAt: instant,
  updatedAt: instant,
});

/** Thousands may have met until the same moment. */
const SPREAD_MS = 15 * MINUTE_MS;

/** By last met; those who were never met come last. */
const sortOf = ({ id, numbers }: Person): string => `${isoOf(numbers.lastMetAt ?? (0 as Instant))}#${id}`;

function attributes(person: Person) {
  const { id, companyId, email, numbers } = person;
  const name = shownName(person);
  return {
    list_sk: sortOf(person),
    ...(companyId !== null && { order_pk: orderOf.peopleOfCompany(companyId), order_sk: sortOf(person) }),
    // What searches compare: an index entry is as private as the row.
    find: { e: searchable(email), n: name === null ? undefined : searchable(name) },
    ...(numbers.changesAt !== null && {
      due_pk: duePartition(id),
      due_at: later(numbers.changesAt, spreadOver(id, SPREAD_MS)),
    }),
  };
}

function rows(before: Person | undefined, after: Person | undefined): readonly Write[] {
  if (after && !before)
    return [
      {
        put: { ...personEmailKey(after.workspaceId, after.email), type: 'person_email', person_id: after.id },
        when: unlessThere,
      },
    ];
  return before && !after ? [{ remove: personEmailKey(before.workspaceId, before.email) }] : [];
}

// Only what leads to other rows; a row that no version of this code wrote leads to none.
const Addressed = v.object({ email: v.string() });

const dependents: Dependents = async (_table, workspace, state) => {
  const person = v.safeParse(Addressed, state);
  return person.success ? [[personEmailKey(workspace, person.output.email)]] : [];
};

/** Those who were invited to meetings of a workspace, one for each email. */
export const people = entity<Person>({
  noun: 'person',
  type: 'person',
  prefix: 'per',
  list: 'PER',
  schema: PersonRow,
  attributes,
  rows,
  dependents,
  notes: {
    listSort: 'last_met_at#id',
    order: 'com_#PER, last_met_at#id',
    due: 'end of their next meeting',
    rows: {
      'per_, MTG#mtg_': 'What a meeting counts for a person, with the revision of the meeting',
      'per_, RANGE#mtg_':
        'What the meetings of a person from one on come to, up to the next such row; the first, `RANGE#`, is due where the person is counted later',
      'W#PERSON#mark, h': 'Person by email; the mark is the first eight characters of `h`',
      'wks_, PEOPLE_COUNT': 'Count of the people of a workspace',
      'wks_, PEOPLE': 'People of earlier meetings are being recorded, or have been',
    },
  },
});

const EmailRow = v.object({ person_id: id('per') });

/** The person of a workspace with an email in comparable form. */
export async function personIdByEmail(
  table: Table,
  workspace: WorkspaceId,
  email: string,
): Promise<PersonId | undefined> {
  const item = await table.get(personEmailKey(workspace, email));
  return item && v.parse(EmailRow, item).person_id;
}

/** The people whose email has this mark: nearly always one. */
export async function personIdsMarked(
  table: Table,
  workspace: WorkspaceId,
  mark: string,
): Promise<readonly PersonId[]> {
  const found = await allRows(table, { text: 'pk = :pk', values: { ':pk': personsMarked(workspace, mark) } });
  return found.map((item) => v.parse(EmailRow, item).person_id);
}

/** When a person of the company was last met, by the index, which may lag by a second. */
export async function lastMetInCompany(table: Table, company: CompanyId): Promise<Instant | null> {
  const question = { index: 'order', partition: orderOf.peopleOfCompany(company) } as const;
  const keys = await pageOfKeys(table, question, { limit: 1, after: undefined });
  const { items } = await rowsOf(table, keys, PersonRow);
  return items[0]?.numbers.lastMetAt ?? null;
}

export interface PersonFilter {
  readonly workspaceId: WorkspaceId;
  readonly email?: string | undefined;
  readonly companyId?: CompanyId | undefined;
  readonly metAfter?: Instant | undefined;
  /** The beginning of a name, of a word in it, or of the email. */
  readonly text?: string | undefined;
}

/** Index entries that a search looks at for one page: about 200 bytes each, of the megabyte that a query reads. */
const SEARCHED = 4000;

/** Last met first. */
export async function personPage(table: Table, filter: PersonFilter, request: PageRequest): Promise<Page<Person>> {
  const keep = (person: Person) => matches(person, filter);
  if (filter.email !== undefined) return pageByEmail(table, { ...filter, email: filter.email }, request);
  const keys = await pageOfKeys(table, queryFor(filter), request);
  return rowsOf(table, keys, PersonRow, keep);
}

function queryFor({ workspaceId, companyId, metAfter, text }: PersonFilter): ListQuery {
  return {
    ...(companyId === undefined
      ? ({ index: 'list', partition: listOf.people(workspaceId) } as const)
      : ({ index: 'order', partition: orderOf.peopleOfCompany(companyId) } as const)),
    ...sortedBetween({ after: metAfter }),
    ...(text !== undefined && { keep: (entry: Item) => mayMatch(entry, text), looksAt: SEARCHED }),
  };
}

/** The person with the email, or none. */
async function pageByEmail(
  table: Table,
  filter: PersonFilter & { readonly email: string },
  { keysOnly }: PageRequest,
): Promise<Page<Person>> {
  const id = await personIdByEmail(table, filter.workspaceId, filter.email);
  const found = id && !keysOnly ? await people.find(table, id) : undefined;
  return { items: found && matches(found.state, filter) ? [found.state] : [], next: undefined };
}

const Find = v.object({ e: v.string(), n: v.optional(v.string()) });

function mayMatch(entry: Item, text: string): boolean {
  const { e: email, n: name = null } = v.parse(Find, entry.find);
  return beginsWith({ name, email }, text);
}

const matches = (person: Person, { workspaceId, companyId, metAfter, text }: PersonFilter): boolean =>
  person.workspaceId === workspaceId &&
  (companyId === undefined || person.companyId === companyId) &&
  (metAfter === undefined || (person.numbers.lastMetAt ?? 0) > metAfter) &&
  (text === undefined || beginsWith({ name: shownName(person), email: person.email }, text));
