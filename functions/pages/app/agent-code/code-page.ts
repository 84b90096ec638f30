import { html } from 'hono/html';
import type { handOff } from '#shared/agent-sessions/commands/hand-off';
import { idOf, type UserId, type WorkspaceId } from '#shared/core/ids';
import type { LimitCounter } from '#shared/core/limit-counter';
import type { UseOf } from '#shared/core/limits';
import { Refusal } from '#shared/core/refusal';
import type { Instant } from '#shared/core/time';
import type { UserStore, WorkspaceStore } from '#shared/events/ports/stores';
import { mayDo, type Places } from '#shared/http/places';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import type { makeKey } from '#shared/identity/commands/make-key';
import { fieldOf } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { notice } from '#shared/page-kit/parts';
import { show } from '#shared/page-kit/show';
import { personOf } from '#shared/page-kit/signed-in';
import { seenIn } from '../personal-key/seen-key.ts';
import { lets, standsIn } from '../whereabouts.ts';
import { type CodeForm, codeFormView } from './code-form.ts';
import { codeView, newKeyPart } from './code-view.ts';
import { doubtAbout, isTooOld } from './person-or-program.ts';

interface Needs {
  readonly users: UserStore;
  readonly workspaces: WorkspaceStore;
  readonly places: Places;
  /** Makes the moment at which a form was shown tamper-evident. */
  readonly seal: CursorSeal;
  readonly useOf: UseOf;
  readonly limitCounter: LimitCounter;
  readonly make: ReturnType<typeof makeKey>;
  readonly handOff: ReturnType<typeof handOff>;
  readonly baseUrl: string;
}

const TITLE = 'A code for an agent';

/** GET /app/agent_sessions/new: shows no code, since whatever loads a page is not yet a person. */
export const codePage = (needs: Needs) => (c: PageContext) => showForm(needs, c, {});

/** POST /app/agent_sessions/new: the code stands in the answer alone, and its five minutes begin with it. */
export const showCode = (needs: Needs) => async (c: PageContext) => {
  const { id: userId } = personOf(c);
  const now = c.var.kit.clock.now();
  const openedAt = await openedIn(needs, c);
  const confirmed = fieldOf(c, 'confirmed') === 'yes';
  const header = (name: string) => c.req.header(name);
  const problem = doubtAbout({ header, confirmed, driven: fieldOf(c, 'driven'), openedAt, now });
  if (problem !== undefined) return showForm(needs, c, { problem });
  const place = await needs.places.at(userId, idOf('wks', fieldOf(c, 'workspace')));
  const { workspace } = lets(standsIn(place), 'take_part');
  await needs.limitCounter.take(needs.useOf('handoff_codes', userId, now));
  return fieldOf(c, 'source') === 'new'
    ? codeForNewKey(needs, c, workspace.state.id)
    : codeForOwnKey(needs, c, workspace.state.id);
};

async function codeForOwnKey(needs: Needs, c: PageContext, workspaceId: WorkspaceId) {
  try {
    const made = await needs.handOff({ userId: personOf(c).id, apiKey: fieldOf(c, 'key'), workspaceId });
    return show(c, { title: TITLE, main: codeView({ ...made, newKey: undefined, baseUrl: needs.baseUrl }) });
  } catch (thrown) {
    if (!(thrown instanceof Refusal && thrown.kind === 'unauthenticated')) throw thrown;
    return showForm(needs, c, {
      keyProblem: 'This is not the key that you have now. Paste it whole, or choose a new one.',
    });
  }
}

async function codeForNewKey({ make, handOff, baseUrl }: Needs, c: PageContext, workspaceId: WorkspaceId) {
  const { id: userId } = personOf(c);
  const { apiKey } = await make(userId, seenIn(c));
  // From here on the key has to be shown, whatever becomes of the code: the old one has ended.
  const made = await handOff({ userId, apiKey, workspaceId }).catch(() => undefined);
  if (made) return show(c, { title: TITLE, main: codeView({ ...made, newKey: apiKey, baseUrl }) });
  const sorry = notice('problem', 'The key was made, but not the code: load the page again and paste the key there.');
  return show(c, { title: TITLE, status: 503, main: html`${sorry}${newKeyPart(apiKey)}` });
}

async function showForm(needs: Needs, c: PageContext, refused: Pick<CodeForm, 'problem' | 'keyProblem'>) {
  const { id: userId } = personOf(c);
  const isSent = c.req.method === 'POST';
  const [workspaces, key, opened] = await Promise.all([
    writable(needs.workspaces, userId),
    needs.users.key(userId),
    openedFor(needs, c),
  ]);
  const chosen = isSent ? fieldOf(c, 'workspace') : '';
  const source = isSent && fieldOf(c, 'source') === 'new' ? 'new' : 'own';
  return show(c, {
    title: TITLE,
    lead: 'Hands your API key to an agent of yours, without pasting the key itself into a chat.',
    status: isSent ? 422 : 200,
    main: codeFormView(c, { workspaces, chosen, key, source, opened, ...refused }),
  });
}

/** More than this many workspaces no list of choices needs. */
const OFFERED = 100;

async function writable(workspaces: WorkspaceStore, userId: UserId) {
  const { items } = await workspaces.membershipsOf(userId, { limit: OFFERED, after: undefined });
  const writers = items.filter(({ role }) => mayDo(role, 'take_part'));
  const rows = await Promise.all(writers.map(({ workspaceId }) => workspaces.find(workspaceId)));
  return rows.flatMap((row) => (row && row.state.archivedAt === null ? [row.state] : []));
}

const purposeFor = (userId: UserId) => `agent code ${userId}`;

async function openedIn({ seal }: Needs, c: PageContext): Promise<Instant | undefined> {
  const at = await seal.open(fieldOf(c, 'opened'), purposeFor(personOf(c).id));
  return at === undefined ? undefined : (Number(at) as Instant);
}

/** A form that comes back goes on from when it was first shown, unless that was too long ago. */
async function openedFor(needs: Needs, c: PageContext): Promise<string> {
  const now = c.var.kit.clock.now();
  const before = c.req.method === 'POST' ? await openedIn(needs, c) : undefined;
  const at = before === undefined || isTooOld(before, now) ? now : before;
  return needs.seal.close(String(at), purposeFor(personOf(c).id));
}
