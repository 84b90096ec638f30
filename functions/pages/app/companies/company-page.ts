import { html } from 'hono/html';
import { dateTime, descriptionList } from '#shared/api/page-kit/components';
import { idOf } from '#shared/foundation/core/ids';
import { shownCompanyName } from '#shared/meetings/companies/rules/company';
import { companies } from '#shared/meetings/companies/store';
import { personPage } from '#shared/meetings/people/store';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { peopleTable } from '../people/people-table.ts';
import { resolveResource } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';

/** GET /app/companies/{company}: a company with its people. */
export const companyPage: AppPage = async (app, c) => {
  const id = idOf('com', c.req.param('company'));
  const { resource, access } = await resolveResource(
    app,
    c,
    companies.noun,
    Promise.resolve(id && companies.find(app.table, id)),
  );
  const company = resource.state;
  const filter = { workspaceId: company.workspaceId, companyId: company.id };
  const { items, next } = await listPage(app, c, {
    limit: 25,
    read: (request) => personPage(app.table, filter, request),
  });
  return renderWorkspacePage(c, access, 'companies', {
    title: shownCompanyName(company),
    breadcrumbs: [[pathOf(access, 'companies'), 'Companies']],
    main: html`${descriptionList([
      ['Domain', company.domain],
      ['People', company.peopleCount],
      ['Last met', dateTime(company.lastMetAt)],
    ])}
${peopleTable({ caption: 'People, last met first', people: items, empty: 'No people.' })}
${nextPageLink(next, 'More people')}`,
  });
};
