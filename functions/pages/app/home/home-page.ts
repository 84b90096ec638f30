import type * as v from 'valibot';
import type { CursorSeal } from '#shared/http/ports/cursor-seal';
import { readFields } from '#shared/http/request/read-input';
import { refuseWithoutFeature } from '#shared/http/request/turned-off';
import { fieldOf } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { show } from '#shared/page-kit/show';
import { personOf } from '#shared/page-kit/signed-in';
import type { Deployment } from '#shared/settings/rules/deployment';
import type { createWorkspace } from '#shared/workspaces/commands/create-workspace';
import { createWorkspaceContract } from '#shared/workspaces/contract';
import { type Refused, refusedWith } from '../fault-sentences.ts';
import { partOfList } from '../part-of-list.ts';
import { homeView, type Wanted } from './home-view.ts';
import { type StandingNeeds, standings } from './standing.ts';

interface Needs extends StandingNeeds {
  readonly seal: CursorSeal;
  readonly deployment: Deployment;
  readonly create: ReturnType<typeof createWorkspace>;
}

/** As many as are counted in one go. */
const A_PAGE = 10;

const NOTHING: Wanted = { name: '', emailDomains: '' };

/** GET / and /app: the person's workspaces, newest first, with what needs a look. */
export const homePage = (needs: Needs) => (c: PageContext) => home(needs, c, NOTHING);

/** POST /app/workspaces: the form of that page, carried out and limited as `POST /workspaces`. */
export const makeWorkspace = (needs: Needs) => async (c: PageContext) => {
  const wanted = { name: fieldOf(c, 'name'), emailDomains: fieldOf(c, 'email_domains') };
  try {
    refuseWithoutFeature(createWorkspaceContract, needs.deployment);
    const { id } = await needs.create(personOf(c), sentAs(wanted));
    return c.redirect(`/app/workspaces/${id}/meetings`, 303);
  } catch (thrown) {
    return home(needs, c, wanted, refusedWith(thrown, { name: 'The name', email_domains: 'Each e-mail domain' }));
  }
};

type Body = v.InferOutput<typeof createWorkspaceContract.body>;

/** The form as a call of the API would have it, judged by the same contract. */
const sentAs = ({ name, emailDomains }: Wanted): Body =>
  readFields(
    createWorkspaceContract,
    { name, email_domains: emailDomains.split(/[\s,;]+/).filter((domain) => domain !== '') },
    false,
  ) as Body;

async function home(needs: Needs, c: PageContext, wanted: Wanted, refused?: Refused) {
  const { id } = personOf(c);
  const now = c.var.kit.clock.now();
  const list = await partOfList(c, {
    seal: needs.seal,
    limit: A_PAGE,
    path: '/app',
    read: async (request) => standings(needs, await needs.workspaces.membershipsOf(id, request), now),
  });
  const mayMake = !needs.deployment.off.includes('workspace_creation');
  return show(c, {
    title: 'Your workspaces',
    wide: true,
    status: refused?.status ?? 200,
    main: homeView(c, { list, mayMake, wanted, faults: refused?.sentences ?? [] }),
  });
}
