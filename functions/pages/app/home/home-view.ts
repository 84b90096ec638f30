import { html } from 'hono/html';
import { field, form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { badge, grid, notice } from '#shared/page-kit/parts';
import { further, ROLES } from '../frame.ts';
import type { PartOfList } from '../part-of-list.ts';
import type { Count, Standing } from './standing.ts';

/** What somebody typed who wants a workspace. */
export interface Wanted {
  readonly name: string;
  readonly emailDomains: string;
}

export interface Home {
  readonly list: PartOfList<Standing>;
  /** False where this deployment lets nobody make workspaces. */
  readonly mayMake: boolean;
  readonly wanted: Wanted;
  readonly faults: readonly string[];
}

export const homeView = (
  c: PageContext,
  home: Home,
): Markup => html`${home.faults.map((words) => notice('problem', words))}
${grid({
  caption: 'Workspaces that you belong to, the newest first',
  columns: ['Workspace', 'Your role', 'Members', 'Calendars', 'Webhooks of the last 24 hours'],
  rows: home.list.items.map(cells),
  none: home.mayMake ? 'You belong to no workspace yet: make one below.' : 'You belong to no workspace yet.',
})}
${further(home.list.next, 'More workspaces')}
<h2 id="make">Make a workspace</h2>
${home.mayMake ? makeForm(c, home.wanted) : html`<p>In this deployment, workspaces are made by whoever runs it.</p>`}`;

const cells = ({
  workspace: { id, name },
  role,
  members,
  ...counts
}: Standing): readonly (Markup | string | number)[] => [
  html`<a href="/app/workspaces/${id}/meetings">${name}</a>`,
  ROLES[role],
  members,
  countView(counts.brokenCalendars, { path: `/app/workspaces/${id}/connections`, status: 'error', ofThem: 'in error' }),
  counts.failedWebhooks
    ? countView(counts.failedWebhooks, { path: `/app/workspaces/${id}/webhooks`, status: 'failed', ofThem: 'failed' })
    : 'shown to owners and administrators',
];

interface Counted {
  /** Where all of them are. */
  readonly path: string;
  /** By which that page narrows to those that were counted. */
  readonly status: string;
  readonly ofThem: string;
}

const countView = ({ counted, more }: Count, { path, status, ofThem }: Counted): Markup =>
  counted === 0 && !more
    ? html`<a href="${path}">${badge('good', `none ${ofThem}`)}</a>`
    : html`<a href="${path}?status=${status}">${badge('bad', `${more ? `${counted} or more` : counted} ${ofThem}`)}</a>`;

const makeForm = (c: PageContext, { name, emailDomains }: Wanted): Markup =>
  html`<p>Normally there is one for each customer. You will be its owner.</p>
${form(c, {
  action: '/app/workspaces',
  submit: 'Make the workspace',
  fields: [
    field({ name: 'name', label: 'Name', value: name, maxLength: 100, autocomplete: 'organization' }),
    field({
      name: 'email_domains',
      label: 'E-mail domains',
      value: emailDomains,
      hint: 'Meetings with anybody from elsewhere count as external. Several are parted by commas: acme.com, acme.io',
      autocomplete: 'off',
      optional: true,
    }),
  ],
})}`;
