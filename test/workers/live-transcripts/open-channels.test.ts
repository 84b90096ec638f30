import { meetings as meetingsGroup } from '#functions/api/meetings/index';
import { uploads } from '#functions/api/uploads/index';
import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { regenerateKey } from '#shared/accounts/identity/commands/replace-key';
import { changeRole } from '#shared/accounts/memberships/commands/change-role';
import { endAgent } from '#shared/accounts/oauth/commands/connect-agent';
import { endAgentInWorkspace } from '#shared/accounts/oauth/commands/end-agent-in-workspace';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { roleOf } from '#shared/accounts/workspaces/store';
import { byOperator } from '#shared/foundation/audit-events/rules/audit-event';
import { later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { anAgentsOffice } from '#test/contract/connector/an-agents-office';
import { callsTo } from '#test/support/api';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { aLiveCall } from '#test/support/live-call';
import { aLine } from '#test/unit/live-transcripts/rules/a-line';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Every channel of a member of a workspace, open: docs/security.md#open-channels lists them. */
async function openChannels() {
  const office = await anAgentsOffice();
  const { world } = office;
  const { context } = world;
  const call = await aLiveCall({ world });
  opened.push(() => call.gateway.close());
  const { workspaceId } = call.owner;
  const user = await world.aColleague(workspaceId, 'member');
  const { userId, key } = user;
  const meetingPage = `/app/meetings/${call.meetingId}`;

  await call.aReader('by-key', { key });
  const browser = await office.browserOf(userId);
  const { url } = JSON.parse((await browser.get(`${meetingPage}/live`)).text);
  if ((await call.connect('by-session', url)) !== 200) throw new Error('The connection was refused.');
  const agent = await office.anAgentOf(userId);
  const callUploads = callsTo(uploads(context));
  const callMeetings = callsTo(meetingsGroup(context));
  const upload = await callUploads('POST', '/uploads', {
    key,
    body: { workspace_id: workspaceId, filename: 'call.mp4', size: 5 },
  });
  const isRefused = (status: number) => status !== 200;

  return {
    call,
    /** Five seconds in which nothing is said; the worker looks when its messages are due. */
    pass: () => call.pass(5 * SECOND_MS),
    /** The channels that are closed or refused now, after another line was said. */
    async ended(): Promise<readonly string[]> {
      const closed = [...call.gateway.closed];
      await call.hear(aLine(9, 'Secret.'));
      const heard = ['by-key', 'by-session'].filter((id) =>
        JSON.stringify(call.gateway.received(id)).includes('Secret.'),
      );
      for (const id of heard) if (closed.includes(id)) throw new Error('A closed connection got a line.');
      const api = await callMeetings('GET', `/meetings/${call.meetingId}`, { key });
      const page = await browser.get(meetingPage);
      const links = await callUploads('GET', `/uploads/${upload.body.id}`, { key });
      const answer = await office.post({
        token: agent.token,
        method: 'tools/call',
        params: { name: 'get_meeting', arguments: { meeting_id: call.meetingId } },
      });
      const text = await answer.text();
      return [
        ...closed.map((id) => `reader ${id}`).sort(),
        ...(isRefused(api.status) ? ['API'] : []),
        ...(isRefused(page.status) ? ['page'] : []),
        ...(isRefused(links.status) ? ['upload'] : []),
        ...(isRefused(answer.status) || text.includes('"isError":true') ? ['agent'] : []),
      ];
    },
    ways: {
      'the user is disabled': () => disableUser(context)(userId),
      'the user is removed from the workspace': () => removeFromWorkspace(context)(userId, workspaceId),
      'the role is lowered to guest': async () => {
        const role = await roleOf(context.table, userId, workspaceId);
        if (!role?.membershipId) throw new Error('The role has no membership.');
        return changeRole(context)(role.membershipId, 'guest', { userId: call.owner.userId, role: 'owner' });
      },
      'the key is replaced': () => regenerateKey(context)(userId),
      'the agent is ended': () => endAgent(world.context)(agent.id, { ...byOperator(), at: world.clock.now() }),
      'the agent is ended in the workspace by an owner': () => endAgentInWorkspace(context)(agent.id, workspaceId),
      'the workspace is archived': () => archiveWorkspace(context)(workspaceId),
      'the session is signed out': () => world.pages.kit.sessions.end(String(browser.jar.get('__Host-session'))),
    },
  };
}

const READERS = ['reader by-key', 'reader by-session'];
/** Guests read, and bring no files. */
const ENDED: Readonly<Record<keyof Awaited<ReturnType<typeof openChannels>>['ways'], readonly string[]>> = {
  'the user is disabled': [...READERS, 'API', 'page', 'upload', 'agent'],
  'the user is removed from the workspace': [...READERS, 'API', 'page', 'upload', 'agent'],
  'the role is lowered to guest': ['upload'],
  'the key is replaced': ['reader by-key', 'API', 'upload'],
  'the agent is ended': ['agent'],
  'the agent is ended in the workspace by an owner': ['agent'],
  'the workspace is archived': [...READERS, 'API', 'page', 'upload', 'agent'],
  'the session is signed out': ['reader by-session', 'page'],
};

describe('a right that ended is ended in every open channel within five seconds, and no other is', () => {
  it.each(Object.entries(ENDED))('where %s', async (way, expected) => {
    const { ways, pass, ended } = await openChannels();
    await pass();
    const end = Object.entries(ways).find(([name]) => name === way)?.[1];

    await end?.();
    await pass();

    expect(await ended()).toEqual(expected);
  });

  it('and while none ends, all stay open', async () => {
    const { pass, ended } = await openChannels();

    await pass();

    expect(await ended()).toEqual([]);
  });
});

describe('a link of a page to a file', () => {
  it('is valid for ten minutes', async () => {
    const office = await anAgentsOffice();
    const { meetingId, conversationId } = await office.aRecording();
    const browser = await office.ownersBrowser();

    for (const page of [`/app/meetings/${meetingId}`, `/app/conversations/${conversationId}`]) {
      const ends = [...(await browser.get(page)).text.matchAll(/[?]until=(\d+)/g)].map(([, until]) => Number(until));
      expect(new Set(ends)).toEqual(new Set([later(office.world.clock.now(), 10 * MINUTE_MS)]));
    }
  });
});
