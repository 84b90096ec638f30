import { currentCredential, currentUser } from '#shared/api/page-kit/session';
import { idOf } from '#shared/foundation/core/ids';
import { meetings } from '#shared/meetings/meetings/store';
import type { AppPage } from '../dependencies.ts';
import { resolveResource } from '../workspace-access.ts';

/** GET /app/meetings/{meeting}/live: the address of a WebSocket for the script of the meeting's page; 409 once the call is over. */
export const liveTranscript: AppPage = async (app, c) => {
  const id = idOf('mtg', c.req.param('meeting'));
  const { resource } = await resolveResource(app, c, 'meeting', Promise.resolve(id && meetings.find(app.table, id)));
  const after = Number(/^\d{1,15}$/.exec(c.req.query('after') ?? '')?.[0] ?? 0);
  const opened = { userId: currentUser(c).id, credential: currentCredential(c) };
  const { url } = await app.issueTicket({ ...opened, meeting: resource.state, after });
  return c.json({ url });
};
