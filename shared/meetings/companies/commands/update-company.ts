import { updating } from '#shared/foundation/commands/command';
import { type CompanyPatch, changedCompany } from '#shared/meetings/companies/rules/company';
import { companies } from '#shared/meetings/companies/store';

/** Renames a company and merges its metadata. No event follows from it. */
export const updateCompany = updating(companies, (company, _now, patch: CompanyPatch) => ({
  state: changedCompany(company, patch),
}));
