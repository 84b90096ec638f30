import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';
import { field, filterForm } from '#shared/api/page-kit/forms';
import { personPage as pageOfPeople } from '#shared/meetings/people/store';
import type { AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { peopleTable } from './people-table.ts';

/** GET /app/workspaces/{workspace}/people */
export const peoplePage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const text = c.req.query('q')?.trim() ?? '';
  const filter = { workspaceId, text: text || undefined };
  const [access, { items, next }] = await Promise.all([
    resolving,
    listPage(app, c, { limit: 25, read: (request) => pageOfPeople(app.table, filter, { ...request, admitted }) }),
  ]);
  return renderWorkspacePage(c, access, 'people', {
    title: 'People',
    lead: 'Everyone who was invited to a meeting. The numbers follow the meetings within two minutes.',
    main: html`${searchForm(pathOf(access, 'people'), text)}
${peopleTable({
  caption: text === '' ? 'People, last met first' : `People found by ${text}, last met first`,
  people: items,
  empty: emptyMessage(text, next !== undefined),
})}
${nextPageLink(next, 'More people')}`,
  });
};

const searchForm = (action: string, text: string): Markup =>
  filterForm('People', {
    action,
    submit: 'Search',
    fields: [
      field({
        name: 'q',
        label: 'Name or email',
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
  if (hasMore) return 'No matches on this page. There are more people to search.';
  return text === '' ? 'No people yet. They appear with the first meeting that has invitations.' : 'No one matches.';
}
