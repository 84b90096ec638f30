import { html } from 'hono/html';
import { userKey } from '#shared/accounts/identity/credentials-store';
import { accessTo } from '#shared/accounts/workspaces/access';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { rolesOf, workspaces } from '#shared/accounts/workspaces/store';
import { notice } from '#shared/api/page-kit/components';
import { lastWorkspace, rememberWorkspace } from '#shared/api/page-kit/cookies';
import { formField } from '#shared/api/page-kit/forms';
import { pageAuditSource } from '#shared/api/page-kit/page-audit-source';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import { idOf, type UserId } from '#shared/foundation/core/ids';
import { mayAct } from '#shared/foundation/core/roles';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { displayedKey } from '../displayed-key.ts';
import { requireAccess, requireRole } from '../workspace-access.ts';
import { codeForm, keyForm, newCodeView, newKeyView, noWorkspace, refusedForm, warning } from './agent-code-view.ts';
import { automationWarning } from './automation-check.ts';

const TITLE = 'Agent code';
const LEAD = 'Gives your API key to an agent without pasting the key into a chat.';

/**
 * GET /app/agent_sessions/new: the page of a form that submits itself, so that a browser is checked before it is shown
 * a code. A key without a sealed copy is asked for.
 */
export const agentCodePage: AppPage = async (app, c) => {
  const { id: userId } = currentUser(c);
  const [workspaces, key] = await Promise.all([writableWorkspaces(app, userId), userKey(app.table, userId)]);
  const form = key && key.sealed === undefined ? keyForm(c, { key }) : codeForm(c);
  return renderPage(c, {
    title: TITLE,
    lead: LEAD,
    main: html`${warning}${workspaces.length === 0 ? noWorkspace : form}`,
  });
};

/** POST /app/agent_sessions/new: the response shows the code. It is valid for five minutes. */
export const createAgentCode: AppPage = async (app, c) => {
  const { id: userId } = currentUser(c);
  const driven = formField(c, 'driven');
  const problem = automationWarning({ header: (name) => c.req.header(name), driven });
  if (problem !== undefined)
    return renderPage(c, { title: TITLE, lead: LEAD, status: 422, main: refusedForm(c, problem) });
  const workspaces = await writableWorkspaces(app, userId);
  const workspace = await chosenWorkspace(app, c, workspaces);
  if (!workspace) return renderPage(c, { title: TITLE, lead: LEAD, main: html`${warning}${noWorkspace}` });
  const key = await keyToHandOff(app, c);
  if ('refused' in key) return key.refused;
  rememberWorkspace(c, workspace.id);
  return renderCode(app, c, { workspace, workspaces, ...key });
};

interface Offer {
  readonly workspace: Workspace;
  readonly workspaces: readonly Workspace[];
  /** To be shown, since it took the place of another one. */
  readonly newKey: string | undefined;
}

async function renderCode(app: AppDependencies, c: PageContext, { workspace, workspaces, newKey }: Offer) {
  const creating = app.createHandoffCode({ userId: currentUser(c).id, workspaceId: workspace.id });
  // Where a key has ended, the new one must be shown even if the code cannot be created.
  const created = newKey === undefined ? await creating : await creating.catch(() => undefined);
  if (created) {
    const { baseUrl } = app;
    return renderPage(c, {
      title: TITLE,
      main: newCodeView(c, { ...created, newKey, baseUrl, workspace, workspaces }),
    });
  }
  const problem = 'Your new key was created, but the code was not. Open the page again.';
  return renderPage(c, {
    title: TITLE,
    status: 503,
    main: html`${notice('problem', problem)}${newKeyView(newKey ?? '')}`,
  });
}

type KeyToHandOff = { readonly newKey: string | undefined } | { readonly refused: Response };

/** Sees to it that there is a key with a sealed copy: creates a first key, and keeps a copy of an older one. */
async function keyToHandOff(app: AppDependencies, c: PageContext): Promise<KeyToHandOff> {
  const { id: userId } = currentUser(c);
  const key = await userKey(app.table, userId);
  if (!key) {
    await app.createKey(userId, null, await pageAuditSource(app, c));
    return { newKey: undefined };
  }
  if (key.sealed !== undefined) return { newKey: undefined };
  if (formField(c, 'source') === 'new') {
    const source = await pageAuditSource(app, c);
    return { newKey: (await app.createKey(userId, displayedKey(c), source)).apiKey };
  }
  if (await app.keepCopyOfKey(userId, formField(c, 'key'))) return { newKey: undefined };
  const keyProblem = 'This is not your current key. Paste the whole key, or choose a new key.';
  const main = html`${warning}${keyForm(c, { key, keyProblem })}`;
  return { refused: await renderPage(c, { title: TITLE, lead: LEAD, status: 422, main }) };
}

/** The workspace of the form, else the one that was used last, else the newest. */
async function chosenWorkspace(app: AppDependencies, c: PageContext, workspaces: readonly Workspace[]) {
  const named = formField(c, 'workspace');
  if (named === '') return workspaces.find(({ id }) => id === lastWorkspace(c)) ?? workspaces[0];
  const access = await accessTo(app.table, currentUser(c).id, idOf('wks', named));
  return requireRole(requireAccess(access), 'participate').workspace.state;
}

/** The page offers at most this many workspaces. */
const MAX_OPTIONS = 100;

/** Those that the user may change, the newest first. */
async function writableWorkspaces({ table }: AppDependencies, userId: UserId): Promise<readonly Workspace[]> {
  const { items } = await rolesOf(table, userId, { limit: MAX_OPTIONS, after: undefined });
  const writable = items.filter(({ role }) => mayAct(role, 'participate'));
  const rows = await Promise.all(writable.map(({ workspaceId }) => workspaces.find(table, workspaceId)));
  return rows.flatMap((row) => (row && row.state.archivedAt === null ? [row.state] : []));
}
