import { html } from 'hono/html';
import { idOf, type UserId, type WorkspaceId } from '#shared/core/ids';
import { Refusal } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import { notice } from '#shared/page-kit/components';
import { formField } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { renderPage } from '#shared/page-kit/render';
import { currentUser } from '#shared/page-kit/session';
import { accessTo } from '#shared/workspaces/access';
import { mayAct } from '#shared/workspaces/rules/access-level';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { displayedKey } from '../displayed-key.ts';
import { requireAccess, requireRole } from '../workspace-access.ts';
import { type AgentCodeForm, agentCodeForm, newCodeView, newKeyView } from './agent-code-view.ts';
import { automationWarning, isTooOld } from './automation-check.ts';

const TITLE = 'Agent code';

/** GET /app/agent_sessions/new: shows no code, because a program may load the page as well. */
export const agentCodePage: AppPage = (app, c) => renderForm(app, c, {});

/** POST /app/agent_sessions/new: only this response shows the code. It is valid for five minutes. */
export const createAgentCode: AppPage = async (app, c) => {
  const { id: userId } = currentUser(c);
  const now = c.var.kit.clock.now();
  const problem = automationWarning({
    header: (name) => c.req.header(name),
    confirmed: formField(c, 'confirmed') === 'yes',
    driven: formField(c, 'driven'),
    openedAt: await submittedOpenedAt(app, c),
    now,
  });
  if (problem !== undefined) return renderForm(app, c, { problem });
  const access = await accessTo(app.table, userId, idOf('wks', formField(c, 'workspace')));
  const { workspace } = requireRole(requireAccess(access), 'participate');
  await app.limitCounter.take(app.useOf('handoff_codes', userId, now));
  const createCode = formField(c, 'source') === 'new' ? codeWithNewKey : codeWithCurrentKey;
  return createCode(app, c, workspace.state.id);
};

async function codeWithCurrentKey(app: AppDependencies, c: PageContext, workspaceId: WorkspaceId) {
  try {
    const apiKey = formField(c, 'key');
    const created = await app.createHandoffCode({ userId: currentUser(c).id, apiKey, workspaceId });
    return renderPage(c, { title: TITLE, main: newCodeView({ ...created, newKey: undefined, baseUrl: app.baseUrl }) });
  } catch (thrown) {
    if (!(thrown instanceof Refusal && thrown.kind === 'unauthenticated')) throw thrown;
    return renderForm(app, c, {
      keyProblem: 'This is not your current key. Paste the whole key, or choose a new key.',
    });
  }
}

async function codeWithNewKey(app: AppDependencies, c: PageContext, workspaceId: WorkspaceId) {
  const { id: userId } = currentUser(c);
  const { apiKey: newKey } = await app.createKey(userId, displayedKey(c));
  // The previous key has ended, so the new one must be shown even if the code cannot be created.
  const created = await app.createHandoffCode({ userId, apiKey: newKey, workspaceId }).catch(() => undefined);
  if (created) return renderPage(c, { title: TITLE, main: newCodeView({ ...created, newKey, baseUrl: app.baseUrl }) });
  const problem = 'The key was created, but the code was not. Open the page again and paste the key.';
  return renderPage(c, { title: TITLE, status: 503, main: html`${notice('problem', problem)}${newKeyView(newKey)}` });
}

async function renderForm(
  app: AppDependencies,
  c: PageContext,
  problems: Pick<AgentCodeForm, 'problem' | 'keyProblem'>,
) {
  const { id: userId } = currentUser(c);
  const isSubmitted = c.req.method === 'POST';
  const [workspaces, key, opened] = await Promise.all([
    writableWorkspaces(app, userId),
    app.users.key(userId),
    sealedOpenedAt(app, c),
  ]);
  return renderPage(c, {
    title: TITLE,
    lead: 'Gives your API key to an agent without pasting the key into a chat.',
    status: isSubmitted ? 422 : 200,
    main: agentCodeForm(c, {
      workspaces,
      selected: isSubmitted ? formField(c, 'workspace') : '',
      key,
      source: isSubmitted && formField(c, 'source') === 'new' ? 'new' : 'own',
      opened,
      ...problems,
    }),
  });
}

/** The form offers at most this many workspaces. */
const MAX_OPTIONS = 100;

async function writableWorkspaces({ workspaces }: AppDependencies, userId: UserId) {
  const { items } = await workspaces.membershipsOf(userId, { limit: MAX_OPTIONS, after: undefined });
  const writable = items.filter(({ role }) => mayAct(role, 'participate'));
  const rows = await Promise.all(writable.map(({ workspaceId }) => workspaces.find(workspaceId)));
  return rows.flatMap((row) => (row && row.state.archivedAt === null ? [row.state] : []));
}

const sealContext = (userId: UserId) => `agent code ${userId}`;

async function submittedOpenedAt({ seal }: AppDependencies, c: PageContext): Promise<Instant | undefined> {
  const at = await seal.open(formField(c, 'opened'), sealContext(currentUser(c).id));
  return at === undefined ? undefined : (Number(at) as Instant);
}

/** A form that is rendered again keeps the time of its first rendering, unless that is too long ago. */
async function sealedOpenedAt(app: AppDependencies, c: PageContext): Promise<string> {
  const now = c.var.kit.clock.now();
  const previous = c.req.method === 'POST' ? await submittedOpenedAt(app, c) : undefined;
  const at = previous === undefined || isTooOld(previous, now) ? now : previous;
  return app.seal.close(String(at), sealContext(currentUser(c).id));
}
