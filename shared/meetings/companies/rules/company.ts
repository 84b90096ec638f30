import type { CompanyId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Metadata, type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import { domainOf } from '#shared/foundation/core/people';
import type { Instant } from '#shared/foundation/core/time';

/** The people of one email domain, as the meetings of a workspace know them. */
export interface Company {
  readonly id: CompanyId;
  readonly workspaceId: WorkspaceId;
  /** Lower case. */
  readonly domain: string;
  /** Written with `PATCH`; until then the domain is shown. */
  readonly name: string | null;
  readonly peopleCount: number;
  /** When a person of it was last met: the start of that meeting. */
  readonly lastMetAt: Instant | null;
  readonly metadata: Metadata;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export const shownCompanyName = ({ name, domain }: Pick<Company, 'name' | 'domain'>): string => name ?? domain;

interface DomainFacts {
  /** Of the workspace, in lower case. */
  readonly ownDomains: readonly string[];
  /** Whether people have addresses at the domain who have nothing to do with each other. */
  readonly isMailProvider: (domain: string) => boolean;
}

/** The domain by which a person belongs to a company; undefined for colleagues, and for addresses at mail providers. */
export function companyDomainOf(email: string, { ownDomains, isMailProvider }: DomainFacts): string | undefined {
  const domain = domainOf(email);
  return ownDomains.includes(domain) || isMailProvider(domain) ? undefined : domain;
}

/** A company before its people are counted. */
export const createCompany = (
  id: CompanyId,
  now: Instant,
  { workspaceId, domain }: Pick<Company, 'workspaceId' | 'domain'>,
): Company => ({
  id,
  workspaceId,
  domain,
  name: null,
  peopleCount: 0,
  lastMetAt: null,
  metadata: {},
  createdAt: now,
  updatedAt: now,
});

/** What the people of a company come to. */
export type CompanyNumbers = Pick<Company, 'peopleCount' | 'lastMetAt'>;

/** The company with the numbers of its people; `updatedAt` moves where they differ. */
export function countedCompany(company: Company, numbers: CompanyNumbers, now: Instant): Company {
  const isSame = company.peopleCount === numbers.peopleCount && company.lastMetAt === numbers.lastMetAt;
  return { ...company, ...numbers, updatedAt: isSame ? company.updatedAt : now };
}

export interface CompanyPatch {
  /** null shows the domain again. */
  readonly name?: string | null | undefined;
  readonly metadata?: MetadataChange | undefined;
}

/** The company after a partner's change. */
export const changedCompany = (company: Company, { name, metadata }: CompanyPatch): Company => ({
  ...company,
  name: name === undefined ? company.name : name,
  metadata: metadata ? metadataAfter(company.metadata, metadata) : company.metadata,
});
