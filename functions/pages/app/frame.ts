import { html } from 'hono/html';
import { mayDo, type Place } from '#shared/http/places';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { type Page, show } from '#shared/page-kit/show';
import type { Role } from '#shared/workspaces/rules/workspace';

/** What there is of a workspace, by the end of its path. */
const PARTS = { meetings: 'Meetings', connections: 'Calendars', webhooks: 'Webhooks' } as const;
export type Part = keyof typeof PARTS;

export const ROLES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Administrator',
  member: 'Member',
  guest: 'Guest',
};

export const pathOf = ({ workspace }: Place, part: Part): string => `/app/workspaces/${workspace.state.id}/${part}`;

/** A page of a workspace: where one is in it, and what else there is. Webhooks are offered to those who may see them. */
export function showIn(c: PageContext, place: Place, here: Part, page: Page): Response | Promise<Response> {
  const { name } = place.workspace.state;
  const parts = (Object.keys(PARTS) as Part[]).filter((part) => part !== 'webhooks' || mayDo(place.role, 'administer'));
  const menu = tabs(
    name,
    parts.map((part) => ({ href: pathOf(place, part), words: PARTS[part], isHere: part === here })),
  );
  const above: Page['above'] = [['/app', 'Workspaces'], [pathOf(place, 'meetings'), name], ...(page.above ?? [])];
  return show(c, { ...page, above, wide: true, main: html`${menu}${page.main}` });
}

export interface Tab {
  readonly href: string;
  readonly words: string;
  readonly isHere: boolean;
}

/** Ways between views that stand beside each other. */
export const tabs = (label: string, among: readonly Tab[]): Markup =>
  html`<nav class="tabs" aria-label="${label}"><ul>${among.map(
    ({ href, words, isHere }) =>
      html`<li><a href="${href}"${isHere ? html` aria-current="page"` : ''}>${words}</a></li>`,
  )}</ul></nav>`;

/** Leads to the rest of a list. */
export const further = (url: string | undefined, words: string): Markup | '' =>
  url === undefined ? '' : html`<nav aria-label="Further pages"><p><a href="${url}" rel="next">${words}</a></p></nav>`;
