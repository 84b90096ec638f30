import * as v from 'valibot';
import { isoOf, isoOrNull } from '#shared/foundation/core/time';
import { dateTime, idText, metadataMap } from '#shared/foundation/http/response/wire';
import { type Company, shownCompanyName } from '#shared/meetings/companies/rules/company';

export const CompanyBody = v.strictObject({
  id: idText('com'),
  object: v.literal('company'),
  workspace_id: idText('wks'),
  name: v.string(),
  domain: v.string(),
  people_count: v.number(),
  last_met_at: v.nullable(dateTime),
  metadata: metadataMap,
  created_at: dateTime,
  updated_at: dateTime,
});

export const presentCompany = (company: Company) => ({
  id: company.id,
  object: 'company',
  workspace_id: company.workspaceId,
  name: shownCompanyName(company),
  domain: company.domain,
  people_count: company.peopleCount,
  last_met_at: isoOrNull(company.lastMetAt),
  metadata: company.metadata,
  created_at: isoOf(company.createdAt),
  updated_at: isoOf(company.updatedAt),
});
