import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';
import {
  idParams,
  metadataField,
  nameField,
  pageQuery,
  searchField,
  workspaceField,
} from '#shared/foundation/http/fields';
import { listOf } from '#shared/foundation/http/response/wire';
import { CompanyBody } from '#shared/meetings/companies/present';

/** Served beside people. */
const group = 'people';
const params = idParams('com');

export const listCompaniesContract = contract({
  method: 'GET',
  path: '/companies',
  group,
  access: 'read',
  summary: 'List companies',
  description:
    'One for each email domain of people, except those of the workspace (`email_domains`) and of public mail providers. The one that was met last comes first. `q` is the beginning of a name, of a word in it, or of a domain, in any case. List the people of one with `GET /people?company_id=…`.',
  query: v.strictObject({
    workspace_id: workspaceField,
    q: v.optional(searchField),
    ...pageQuery,
  }),
  responses: { 200: { description: 'A page of companies.', schema: listOf(CompanyBody) } },
  errors: { 400: ['bad_request'], 401: ['unauthorized'] },
});

export const getCompanyContract = contract({
  method: 'GET',
  path: '/companies/{id}',
  group,
  access: 'read',
  summary: 'Read a company',
  description: 'Numbers follow those of its people within two minutes.',
  params,
  responses: { 200: { description: 'The company.', schema: CompanyBody } },
  errors: { 404: ['not_found'] },
});

export const updateCompanyContract = contract({
  method: 'PATCH',
  path: '/companies/{id}',
  group,
  access: 'administer',
  summary: 'Change a company',
  description:
    'Only the fields sent are written; `metadata` is merged. Until a name is written, it is the domain; null shows the domain again.',
  params,
  body: v.strictObject({ name: v.optional(v.nullable(nameField)), metadata: v.optional(metadataField) }),
  example: { name: 'Acme', metadata: { crm_id: '4711' } },
  responses: { 200: { description: 'The updated company.', schema: CompanyBody } },
  errors: {
    400: ['bad_request'],
    401: ['unauthorized'],
    404: ['not_found'],
    409: ['conflict'],
    422: ['blank', 'invalid', 'invalid_type', 'invalid_format', 'too_long', 'unknown_field'],
  },
});
