import { updating } from '#shared/commands/command';
import { type CompanyPatch, changedCompany } from '#shared/companies/rules/company';
import { companies } from '#shared/companies/store';

/** Renames a company and merges its metadata. No event follows from it. */
export const updateCompany = updating(companies, (company, _now, patch: CompanyPatch) => ({
  state: changedCompany(company, patch),
}));
