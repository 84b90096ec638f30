import type * as v from 'valibot';
import { apiGroup } from '#shared/api/http/api-group';
import { endpoint, ok } from '#shared/api/http/endpoint';
import { type ListRequest, listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import type { CompanyId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Table } from '#shared/foundation/core/table';
import { erasePerson, loadMemberOf } from '#shared/lifecycle/erasures/commands/erase-person';
import { updateCompany } from '#shared/meetings/companies/commands/update-company';
import { getCompanyContract, listCompaniesContract, updateCompanyContract } from '#shared/meetings/companies/contract';
import { presentCompany } from '#shared/meetings/companies/present';
import { companies, companyPage } from '#shared/meetings/companies/store';
import { recentNames } from '#shared/meetings/people/attendances-store';
import { updatePerson } from '#shared/meetings/people/commands/update-person';
import {
  deletePersonContract,
  getPersonContract,
  listPeopleContract,
  updatePersonContract,
} from '#shared/meetings/people/contract';
import { presentPersonRecord } from '#shared/meetings/people/present';
import type { Person } from '#shared/meetings/people/rules/person';
import { personPage, people as personRows } from '#shared/meetings/people/store';
import { served } from '#shared/wiring/served';

interface Named<Id> {
  readonly params: { readonly id: Id };
  readonly context: AppContext;
}

const person = ({ params, context }: Named<PersonId>) => personRows.find(context.table, params.id);
const company = ({ params, context }: Named<CompanyId>) => companies.find(context.table, params.id);

const list = listEndpoint(listPeopleContract, { page: pageOfPeople, present: presentPersonRecord });

/** The list of a company of another workspace is empty: the index of its people would tell of them by its positions. */
async function pageOfPeople(
  { context: { table }, workspaceId, query }: ListRequest<v.InferOutput<typeof listPeopleContract.query>>,
  request: PageRequest,
): Promise<Page<Person>> {
  const { email, company_id: companyId, met_after: metAfter, q: text } = query;
  const [isOurs, page] = await Promise.all([
    companyId === undefined || isCompanyOf(table, companyId, workspaceId),
    personPage(table, { workspaceId, email, companyId, metAfter, text }, request),
  ]);
  return isOurs ? page : { items: [], next: undefined };
}

const isCompanyOf = async (table: Table, id: CompanyId, workspaceId: WorkspaceId): Promise<boolean> =>
  (await companies.find(table, id))?.state.workspaceId === workspaceId;

const get = endpoint(getPersonContract, {
  resource: person,
  run: async ({ resource }) => resource.state,
  reply: (found) => ok(presentPersonRecord(found)),
});

const update = endpoint(updatePersonContract, {
  resource: person,
  run: ({ context, resource, body }) => updatePerson(context)(resource.state.id, body),
  reply: (found) => ok(presentPersonRecord(found)),
});

const erase = endpoint(deletePersonContract, {
  resource: person,
  early: ({ params, context }) => [recentNames(context.table, params.id)],
  afterKey: ({ params, context }) => [loadMemberOf(context.table, params.id)],
  run: ({ context, resource }) => erasePerson(context)(resource.state.id),
  reply: (found) => ok(presentPersonRecord(found)),
});

const listCompanies = listEndpoint(listCompaniesContract, {
  page: ({ context, workspaceId, query }, request) =>
    companyPage(context.table, { workspaceId, text: query.q }, request),
  present: presentCompany,
});

const getCompany = endpoint(getCompanyContract, {
  resource: company,
  run: async ({ resource }) => resource.state,
  reply: (found) => ok(presentCompany(found)),
});

const changeCompany = endpoint(updateCompanyContract, {
  resource: company,
  run: ({ context, resource, body }) => updateCompany(context)(resource.state.id, body),
  reply: (found) => ok(presentCompany(found)),
});

export const people = (context: AppContext) =>
  apiGroup(context, list, get, update, erase, listCompanies, getCompany, changeCompany);

export const handler = served(people);
