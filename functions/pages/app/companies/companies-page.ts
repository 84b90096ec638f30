import { html } from 'hono/html';
import { type Content, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { field, filterForm } from '#shared/api/page-kit/forms';
import { type Company, shownCompanyName } from '#shared/meetings/companies/rules/company';
import { companyPage as pageOfCompanies } from '#shared/meetings/companies/store';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';

/** GET /app/workspaces/{workspace}/companies */
export const companiesPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const text = c.req.query('q')?.trim() ?? '';
  const filter = { workspaceId, text: text || undefined };
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, { limit: 25, read: (request) => pageOfCompanies(app.table, filter, { ...request, admitted }) }),
  ]);
  return renderWorkspacePage(c, access, 'companies', {
    title: 'Companies',
    lead: 'One for each email domain of people, except your own and those of public mail providers.',
    main: html`${searchForm(pathOf(access, 'companies'), text)}
${table({
  caption: text === '' ? 'Companies, last met first' : `Companies found by ${text}, last met first`,
  columns: ['Company', 'Domain', 'People', 'Last met'],
  rows: items.map(cells),
  empty: emptyMessage(text, next !== undefined),
})}
${nextPageLink(next, 'More companies')}`,
  });
};

const cells = (company: Company): readonly Content[] => [
  html`<a href="/app/companies/${company.id}">${shownCompanyName(company)}</a>`,
  company.domain,
  company.peopleCount,
  dateTime(company.lastMetAt),
];

const searchForm = (action: string, text: string): Markup =>
  filterForm('Companies', {
    action,
    submit: 'Search',
    fields: [
      field({
        name: 'q',
        label: 'Name or domain',
        value: text,
        hint: 'How it begins',
        required: false,
        maxLength: 100,
        autocomplete: 'off',
      }),
    ],
  });

/** A page of a search may be empty although there are more pages. */
function emptyMessage(text: string, hasMore: boolean): string {
  if (hasMore) return 'No matches on this page. There are more companies to search.';
  return text === '' ? 'No companies yet.' : 'No company matches.';
}
