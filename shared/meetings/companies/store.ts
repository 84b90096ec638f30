import * as v from 'valibot';
import type { CompanyId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { type Loaded, LostRace } from '#shared/foundation/core/store';
import type { Item, Table, Write } from '#shared/foundation/core/table';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import { companyDomainKey, companyPeopleKey, duePartition, listOf } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { id, instant, metadata } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';
import { type Company, shownCompanyName } from '#shared/meetings/companies/rules/company';
import { beginsWith, searchable } from '#shared/meetings/people/rules/person';

const CompanyRow: v.GenericSchema<unknown, Company> = v.object({
  id: id('com'),
  workspaceId: id('wks'),
  domain: v.string(),
  name: v.nullable(v.string()),
  peopleCount: v.number(),
  lastMetAt: v.nullable(instant),
  metadata,
  createdAt: instant,
  updatedAt: instant,
});

function rows(before: Company | undefined, after: Company | undefined): readonly Write[] {
  if (after && !before)
    return [
      {
        put: { ...companyDomainKey(after.workspaceId, after.domain), type: 'company_domain', company_id: after.id },
        when: unlessThere,
      },
    ];
  return before && !after ? [{ remove: companyDomainKey(before.workspaceId, before.domain) }] : [];
}

// Only what leads to other rows; a row that no version of this code wrote leads to none.
const AtDomain = v.object({ domain: v.string() });

const dependents: Dependents = async (_table, workspace, state) => {
  const company = v.safeParse(AtDomain, state);
  return company.success ? [[companyDomainKey(workspace, company.output.domain)]] : [];
};

/** The companies of the people who were invited to meetings of a workspace, one for each email domain. */
export const companies = entity<Company>({
  noun: 'company',
  type: 'company',
  prefix: 'com',
  list: 'COM',
  schema: CompanyRow,
  attributes: (company) => ({
    // By last met; those that were never met come last.
    list_sk: `${isoOf(company.lastMetAt ?? (0 as Instant))}#${company.id}`,
    find: { e: company.domain, n: searchable(shownCompanyName(company)) },
  }),
  rows,
  dependents,
  notes: {
    listSort: 'last_met_at#id',
    rows: {
      'com_, PEOPLE': 'Count of the people of a company; due once one is added or was met',
      'W#DOMAIN#h, .': 'Company by email domain',
    },
  },
});

const DomainRow = v.object({ company_id: id('com') });

/** The company of a workspace with an email domain. */
export async function companyIdByDomain(
  table: Table,
  workspace: WorkspaceId,
  domain: string,
): Promise<CompanyId | undefined> {
  const item = await table.get(companyDomainKey(workspace, domain));
  return item && v.parse(DomainRow, item).company_id;
}

interface CompanyCount {
  readonly companyId: CompanyId;
  readonly workspaceId: WorkspaceId;
  /** How many people join it; negative where some leave. */
  readonly joined: number;
  readonly dueAt: Instant;
}

/**
 * Marks a company as due after people joined, left or were met, at a time when the index shows them. Written in the
 * transaction of that change, so that each change counts once; `LostRace` where the company is gone.
 */
export const markCompanyDue = (count: CompanyCount): Write => ({
  ...newCompanyCount(count),
  when: { text: 'attribute_exists(pk)' },
});

/** The same for a company that is made in the same transaction. */
export const newCompanyCount = ({ companyId, workspaceId, joined, dueAt }: CompanyCount) => ({
  update: companyPeopleKey(companyId),
  set: {
    text: 'SET #type = :type, workspace_id = :workspace, due_pk = :shard, due_at = :at REMOVE moves, since ADD people :joined, changes :one',
    names: { '#type': 'type' },
    values: {
      ':type': 'company_people',
      ':workspace': workspaceId,
      ':shard': duePartition(companyId),
      ':at': dueAt,
      ':joined': joined,
      ':one': 1,
    },
  },
});

export interface CompanyPeople {
  readonly count: number;
  /** How often people were added or met. */
  readonly changes: number;
}

const PeopleRow = v.object({ people: v.number(), changes: v.number() });

/** Undefined where the company is gone. */
export async function companyPeople(table: Table, company: CompanyId): Promise<CompanyPeople | undefined> {
  const item = await table.get(companyPeopleKey(company));
  if (!item) return undefined;
  const { people, changes } = v.parse(PeopleRow, item);
  return { count: people, changes };
}

/** Ends the due time of a company. Throws `LostRace` where its people have changed since. */
export async function endCompanyDue(table: Table, company: CompanyId, seen: CompanyPeople): Promise<void> {
  const done = await table.write({
    update: companyPeopleKey(company),
    set: { text: 'REMOVE due_pk, due_at, moves, since' },
    when: { text: 'changes = :seen', values: { ':seen': seen.changes } },
  });
  if (!done) throw new LostRace('People of the company have changed in between.');
}

/** Deletes a company without people and its count, unless a person has joined since. */
export const removeCompany = (before: Loaded<Company>, seen: CompanyPeople): readonly Write[] => [
  ...companies.remove(before),
  {
    remove: companyPeopleKey(before.state.id),
    when: { text: 'changes = :seen', values: { ':seen': seen.changes } },
  },
];

export interface CompanyFilter {
  readonly workspaceId: WorkspaceId;
  /** The beginning of the name, of a word in it, or of the domain. */
  readonly text?: string | undefined;
}

/** Last met first. */
export async function companyPage(
  table: Table,
  { workspaceId, text }: CompanyFilter,
  request: PageRequest,
): Promise<Page<Company>> {
  const partition = listOf.companies(workspaceId);
  const search = text !== undefined && { keep: (entry: Item) => mayMatch(entry, text), looksAt: SEARCHED };
  const keys = await pageOfKeys(table, { index: 'list', partition, ...search }, request);
  return rowsOf(table, keys, CompanyRow, (company) => text === undefined || isFound(company, text));
}

/** Index entries that a search looks at for one page: about 200 bytes each, of the megabyte that a query reads. */
const SEARCHED = 4000;

const Find = v.object({ e: v.string(), n: v.string() });

function mayMatch(entry: Item, text: string): boolean {
  const { e: email, n: name } = v.parse(Find, entry.find);
  return beginsWith({ name, email }, text);
}

const isFound = (company: Company, text: string): boolean =>
  beginsWith({ name: shownCompanyName(company), email: company.domain }, text);
