import { idOf } from '#shared/core/ids';
import { Refusal } from '#shared/core/refusal';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';
import { accessTo, resolveWorkspace } from '#shared/workspaces/access';
import { mayAct, type Workspace } from '#shared/workspaces/rules/workspace';
import type { Asking } from './ports.ts';

const unknown = (noun: string) =>
  new Refusal('not_found', [{ code: 'not_found', message: `There is no such ${noun}.` }]);

/** The workspace that a call names, or the user's only one; one of others reads as unknown. */
export async function workspaceAsked({ context, userId }: Asking, named: string | undefined): Promise<Workspace> {
  const access = await resolveWorkspace(context.table, userId, named);
  if (!access || !mayAct(access.role, 'read')) throw unknown('workspace');
  return access.workspace.state;
}

/** A meeting in a workspace of the user; one of others reads as unknown. */
export async function meetingAsked({ context, userId }: Asking, named: string): Promise<Meeting> {
  const id = idOf('mtg', named);
  const meeting = id && (await meetings.find(context.table, id));
  const access = meeting && (await accessTo(context.table, userId, meeting.state.workspaceId));
  if (!meeting || !access || !mayAct(access.role, 'read')) throw unknown('meeting');
  return meeting.state;
}
