import { html } from 'hono/html';
import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import { type Markup, nav } from '#shared/api/page-kit/components';
import { rememberWorkspace } from '#shared/api/page-kit/cookies';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type Page, renderPage } from '#shared/api/page-kit/render';
import { mayAct } from '#shared/foundation/core/roles';

/** The sections of a workspace, by the last segment of their path. */
const SECTIONS = {
  meetings: 'Meetings',
  conversations: 'Conversations',
  orders: 'Orders',
  people: 'People',
  companies: 'Companies',
  connections: 'Calendars',
  team: 'Team',
  webhooks: 'Webhooks',
  usage: 'Usage',
  audit_events: 'Audit log',
} as const;
type Section = keyof typeof SECTIONS;

/** Sections that owners and admins see. */
const ADMINISTERED: ReadonlySet<Section> = new Set(['webhooks', 'usage', 'audit_events']);

export const pathOf = ({ workspace }: WorkspaceAccess, section: Section): string =>
  `/app/workspaces/${workspace.state.id}/${section}`;

/** Renders a page of a workspace with its breadcrumbs and the tabs of the sections that the user's role may see. */
export function renderWorkspacePage(c: PageContext, access: WorkspaceAccess, current: Section, page: Page) {
  const { id, name } = access.workspace.state;
  rememberWorkspace(c, id);
  const sections = (Object.keys(SECTIONS) as Section[])
    .filter((section) => !ADMINISTERED.has(section) || mayAct(access.role, 'administer'))
    .map((section) => [pathOf(access, section), SECTIONS[section]] as const);
  return renderPage(c, {
    ...page,
    breadcrumbs: [['/app', 'Workspaces'], [pathOf(access, 'meetings'), name], ...(page.breadcrumbs ?? [])],
    wide: true,
    main: html`${nav(name, sections, pathOf(access, current), 'tabs')}${page.main}`,
  });
}

/** A link to the next page of a list, if there is one. */
export const nextPageLink = (href: string | undefined, label: string): Markup | '' =>
  href === undefined ? '' : html`<nav aria-label="Pagination"><p><a href="${href}" rel="next">${label}</a></p></nav>`;
