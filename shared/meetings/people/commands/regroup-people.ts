import type { MailProviders } from '#shared/accounts/mail/ports';
import type { Workspace, WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { PersonId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { companyDueAt, joinCompany } from '#shared/meetings/companies/commands/join-company';
import { companyDomainOf } from '#shared/meetings/companies/rules/company';
import { markCompanyDue } from '#shared/meetings/companies/store';
import { people } from '#shared/meetings/people/store';

interface RegroupingContext extends CommandContext {
  readonly mailProviders: MailProviders;
}

/** People that are looked at in one step. */
const PAGE = 100;
const AT_ONCE = 5;

/**
 * After a change of a workspace's email domains: colleagues leave the companies that they were in, and others join those
 * of their domains. Works on a page of people; returns the position of the next one, or undefined after the last.
 */
export const regroupPeople =
  (context: RegroupingContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const workspace = await workspaces.find(context.table, workspaceId);
    if (!workspace) return undefined;
    const { items, next } = await people.list(context.table, workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, ({ id }) => regroupPerson(context)(id, workspace.state));
    return next;
  };

const regroupPerson = command(async (context: RegroupingContext, id: PersonId, workspace: Workspace): Promise<void> => {
  const before = await people.find(context.table, id);
  if (!before) return;
  const { email, companyId, workspaceId } = before.state;
  const isMailProvider = (domain: string) => context.mailProviders.has(domain);
  const domain = companyDomainOf(email, { ownDomains: workspace.emailDomains, isMailProvider });
  if ((domain === undefined) === (companyId === null)) return;
  const at = context.clock.now();
  const joined = domain === undefined ? undefined : await joinCompany(context, { workspaceId, domain, count: 1, at });
  const leaving = { workspaceId, joined: -1, dueAt: companyDueAt(at) };
  await context.changes.save({
    at,
    writes: [
      people.put(before, { ...before.state, companyId: joined?.companyId ?? null, updatedAt: at }),
      ...(joined?.writes ?? []),
      ...(companyId === null ? [] : [[markCompanyDue({ companyId, ...leaving })]]),
    ],
  });
});
