import { html } from 'hono/html';
import { type AuditFilter, auditEvents } from '#shared/accounts/audit-events/store';
import { users } from '#shared/accounts/identity/store';
import { type Content, dateTime, type Markup, table } from '#shared/api/page-kit/components';
import { field, filterForm, select, timeField } from '#shared/api/page-kit/forms';
import { type Actor, AUDIT_ACTIONS, type AuditEvent, userOf } from '#shared/foundation/audit-events/rules/audit-event';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import { readInstant } from '#shared/foundation/core/time';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { listPage } from '../list-page.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { nextPageLink, pathOf, renderWorkspacePage } from '../workspace-page.ts';

/** GET /app/workspaces/{workspace}/audit_events: who administered the workspace, with the filters of the API. */
export const auditEventsPage: AppPage = async (app, c) => {
  const { workspaceId, access: resolving, admitted } = resolveWorkspace(app, c);
  const filters = c.req.query();
  const filter = { ...auditFilter(filters), now: c.var.kit.clock.now() };
  const [access, { items, next }] = await Promise.all([
    resolving.then((access) => requireRole(access, 'administer', 'Only owners and admins can see the audit log')),
    listPage(app, c, {
      limit: 50,
      read: (request) => auditEvents.list(app.table, workspaceId, filter, { ...request, admitted }),
    }),
  ]);
  const path = pathOf(access, 'audit_events');
  const emails = await emailsOf(app, items);
  return renderWorkspacePage(c, access, 'audit_events', {
    title: 'Audit log',
    lead: 'Changes of the workspace and its settings: who made them, when, and to what. Events are kept for a year.',
    main: html`${filterEvents(path, filters)}
${table({
  caption: 'Audit events, newest first',
  columns: ['Action', 'Time', 'User', 'By', 'Address', 'Target', 'Change'],
  rows: items.map((event) => cells(event, emails)),
  empty: next === undefined ? html`No events found. <a href="${path}">Show all</a>` : 'None on this page.',
})}
${nextPageLink(next, 'Older events')}`,
  });
};

type AuditFilters = Readonly<Record<string, string>>;

/** An invalid value filters nothing. */
const auditFilter = ({ action, user, target = '', since = '', until = '' }: AuditFilters): AuditFilter => ({
  action: AUDIT_ACTIONS.find((one) => one === action),
  userId: idOf('usr', user),
  targetId: target.trim() || undefined,
  createdAfter: readInstant(`${since}Z`),
  createdBefore: readInstant(`${until}Z`),
});

/** Events name users by id alone: a user who was removed has no email any more. */
async function emailsOf(
  { table: rows }: AppDependencies,
  events: readonly AuditEvent[],
): Promise<ReadonlyMap<UserId, string>> {
  const ids = [...new Set(events.flatMap(({ actor }) => userOf(actor) ?? []))];
  const found = await Promise.all(ids.map((id) => users.find(rows, id)));
  return new Map(found.flatMap((user) => (user ? [[user.state.id, user.state.email] as const] : [])));
}

const cells = (event: AuditEvent, emails: ReadonlyMap<UserId, string>): readonly Content[] => [
  event.action,
  dateTime(event.createdAt, { withSeconds: true }),
  actorName(event.actor, emails),
  means(event.actor),
  // Equal beginnings are equal addresses, as far as a person compares them.
  event.addressHash?.slice(0, 8) ?? 'None',
  event.target.id,
  change(event),
];

function actorName(actor: Actor, emails: ReadonlyMap<UserId, string>): string {
  const user = userOf(actor);
  if (user !== null) return emails.get(user) ?? user;
  return actor.type === 'service' ? 'The service' : 'Operator of the deployment';
}

function means(actor: Actor): string {
  if (actor.type === 'user') return `API key … ${actor.keyLastFour}`;
  return MEANS[actor.type];
}

const MEANS = { page: 'Page of the app', agent: 'Agent', command: 'Command', service: 'Automatic' } as const;

const change = ({ before, after }: AuditEvent): Content =>
  before === null && after === null
    ? 'None'
    : html`<details><summary>Before and after</summary><pre><code>${JSON.stringify({ before, after }, undefined, 2)}</code></pre></details>`;

const ALL: readonly [string, string] = ['', 'All'];

const filterEvents = (
  action: string,
  { action: selected, user = '', target = '', since = '', until = '' }: AuditFilters,
): Markup =>
  filterForm('Audit events', {
    action,
    submit: 'Filter',
    fields: [
      select({
        name: 'action',
        label: 'Action',
        options: [ALL, ...AUDIT_ACTIONS.map((one) => [one, one] as const)],
        selected,
      }),
      idField('user', 'User id', user),
      idField('target', 'Target id', target),
      timeField('since', 'Created after (UTC)', since),
      timeField('until', 'Created before (UTC)', until),
    ],
    also: html`<a href="${action}">Clear filters</a>`,
  });

const idField = (name: string, label: string, value: string): Markup =>
  field({ name, label, value, required: false, maxLength: 100, autocomplete: 'off' });
