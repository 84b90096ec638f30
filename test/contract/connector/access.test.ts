import { OWN_KEYS } from '#lib/table-access';
import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { removeFromWorkspace } from '#shared/accounts/identity/commands/remove-from-workspace';
import { endAgent } from '#shared/accounts/oauth/commands/connect-agent';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { byOperator } from '#shared/foundation/audit-events/rules/audit-event';
import type { MeetingId } from '#shared/foundation/core/ids';
import { ALL_ROLES } from '#shared/foundation/core/roles';
import { anArchive } from '#test/support/an-archive';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL } from '#test/support/pages';
import { anAgentsOffice } from './an-agents-office.ts';

const OF_MEETINGS = ['get_meeting', 'get_transcript', 'get_summary'];
const OF_WORKSPACES = ['search_meetings', 'list_meetings', 'list_action_items', 'list_people', 'list_companies'];
const OF_RESEARCH = ['search', 'fetch'];
/** Beside what they are asked about. */
const ARGUMENTS: Readonly<Record<string, object>> = { search_meetings: { text: 'beta' } };

describe('every tool of the connector', () => {
  it('answers each role, and knows no id of another workspace', async () => {
    const { owner, world, aRecording, anAgentOf, call } = await anAgentsOffice();
    const { meetingId } = await aRecording();
    const tokens = await Promise.all(
      ALL_ROLES.map(async (role) => {
        const user = role === 'owner' ? owner : await world.aColleague(owner.workspaceId, role);
        return (await anAgentOf(user.userId)).token;
      }),
    );
    const stranger = (await anAgentOf((await world.anOwner('Other')).userId)).token;
    const { ids } = world.context;

    for (const name of [...OF_MEETINGS, ...OF_WORKSPACES]) {
      const isOfMeeting = OF_MEETINGS.includes(name);
      const own = isOfMeeting ? { meeting_id: meetingId } : { workspace_id: owner.workspaceId };
      const unknown = isOfMeeting ? { meeting_id: ids.make('mtg') } : { workspace_id: ids.make('wks') };
      for (const given of [own, unknown]) Object.assign(given, ARGUMENTS[name]);
      for (const token of tokens) {
        const { isError, content, structuredContent } = await call(token, name, own);
        expect([name, isError]).toEqual([name, undefined]);
        expect(content[0].text).toContain('Quoted content');
        expect(structuredContent.notice).toContain('Quoted content');
      }
      const foreign = await call(stranger, name, own);
      expect([name, foreign.isError]).toEqual([name, true]);
      expect(foreign).toEqual(await call(stranger, name, unknown));
    }
    expect((await call(stranger, 'list_workspaces')).structuredContent.workspaces).toMatchObject([{ name: 'Other' }]);
  });

  it('of a workspace that its owner archived finds nothing', async () => {
    const { owner, world, aRecording, anAgentOf, call } = await anAgentsOffice();
    const { meetingId, conversationId } = await aRecording();
    await anArchive(world, meetingId as MeetingId, []);
    const { token } = await anAgentOf(owner.userId);
    const about: Readonly<Record<string, object>> = {
      ...Object.fromEntries(OF_MEETINGS.map((name) => [name, { meeting_id: meetingId }])),
      ...Object.fromEntries(OF_WORKSPACES.map((name) => [name, { workspace_id: owner.workspaceId }])),
      fetch: { id: conversationId },
    };
    const refused = async () => {
      const answers = await Promise.all(
        Object.entries(about).map(async ([name, given]) => {
          const { isError } = await call(token, name, { ...ARGUMENTS[name], ...given });
          return [name, isError === true] as const;
        }),
      );
      return Object.fromEntries(answers);
    };
    const each = (isRefused: boolean) => Object.fromEntries(Object.keys(about).map((name) => [name, isRefused]));
    expect(await refused()).toEqual(each(false));

    await archiveWorkspace(world.context)(owner.workspaceId);

    expect(await refused()).toEqual(each(true));
    expect((await call(token, 'search', { query: 'beta launch' })).structuredContent).toEqual({ results: [] });
    expect((await call(token, 'list_workspaces')).structuredContent.workspaces).toEqual([]);
  });

  it('of research finds for each role what its user may read, and nothing of another workspace', async () => {
    const { owner, world, aRecording, anAgentOf, call } = await anAgentsOffice();
    const { meetingId, conversationId } = await aRecording();
    await anArchive(world, meetingId as MeetingId, []);
    const stranger = await world.anOwner('Other');
    const { token: strangers } = await anAgentOf(stranger.userId);

    for (const role of ALL_ROLES) {
      const user = role === 'owner' ? owner : await world.aColleague(owner.workspaceId, role);
      const { token } = await anAgentOf(user.userId);
      const { results } = (await call(token, 'search', { query: 'beta launch' })).structuredContent;
      expect(results).toMatchObject([{ id: meetingId }]);
      for (const id of [meetingId, conversationId])
        expect((await call(token, 'fetch', { id })).structuredContent.text).toContain('Quoted content');
    }
    expect((await call(strangers, 'search', { query: 'beta launch' })).structuredContent).toEqual({ results: [] });
    const unknown = [world.context.ids.make('mtg'), world.context.ids.make('con')];
    for (const [nth, id] of [meetingId, conversationId].entries())
      expect(await call(strangers, 'fetch', { id })).toEqual(await call(strangers, 'fetch', { id: unknown[nth] }));
  });

  it('says that it reads and writes nothing, and declares what it answers', async () => {
    const { owner, anAgentOf, resultOf } = await anAgentsOffice();
    const { token } = await anAgentOf(owner.userId);

    const { tools } = await resultOf({ token });

    expect(tools.map(({ name }: { readonly name: string }) => name).sort()).toEqual(
      [...OF_MEETINGS, ...OF_WORKSPACES, ...OF_RESEARCH, 'list_workspaces'].sort(),
    );
    for (const { annotations, outputSchema } of tools)
      expect([annotations.readOnlyHint, outputSchema.type]).toEqual([true, 'object']);
  });

  it('reads and writes the partitions that its role allows, and no others', async () => {
    const { owner, world, aRecording, anAgentOf, call, keys } = await anAgentsOffice();
    // The connector creates the key of cursors where no other function has.
    await world.context.table.write({ remove: { pk: 'SYSTEM', sk: 'CURSOR_KEY' } });
    const { meetingId, conversationId } = await aRecording();
    await anArchive(world, meetingId as MeetingId, []);
    await aRecording('mute');
    const { token } = await anAgentOf(owner.userId);

    for (const name of OF_MEETINGS) await call(token, name, { meeting_id: meetingId });
    for (const name of [...OF_WORKSPACES, 'list_workspaces']) await call(token, name, ARGUMENTS[name] ?? {});
    await call(token, 'search', { query: 'beta' });
    await call(token, 'fetch', { id: conversationId });
    await call(token, 'list_meetings', { limit: 1 });

    const { reads, writes } = OWN_KEYS['mcp/connector'] ?? {};
    expect([...keys.reads].filter((key) => !reads?.includes(key))).toEqual([]);
    expect([...keys.writes].sort()).toEqual([...(writes ?? [])].sort());
  });
});

describe('a request of an agent', () => {
  it('401: without a valid token, with the metadata that says where to get one', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const elsewhere = await anAgentOf(owner.userId, { audience: 'https://elsewhere.test/mcp' });
    const expired = await anAgentOf(owner.userId, { lifeSeconds: -10 });

    for (const token of [undefined, 'nonsense', elsewhere.token, expired.token]) {
      const { status, headers } = await post(token === undefined ? {} : { token });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain(
        `resource_metadata="${APP_URL}/.well-known/oauth-protected-resource/mcp"`,
      );
    }
  });

  it('401: from the next call on, once the agent is ended or its user is disabled', async () => {
    const { owner, world, post, anAgentOf } = await anAgentsOffice();
    const colleague = await world.aColleague(owner.workspaceId, 'member');
    const [ended, disabled] = [await anAgentOf(owner.userId), await anAgentOf(colleague.userId)];
    const statuses = async () => [(await post(ended)).status, (await post(disabled)).status];
    expect(await statuses()).toEqual([200, 200]);

    await endAgent(world.context)(ended.id, { ...byOperator(), at: world.clock.now() });
    await disableUser(world.context)(colleague.userId);

    expect(await statuses()).toEqual([401, 401]);
  });

  it('finds nothing of a workspace from the next call on, once its user’s role ended', async () => {
    const { owner, world, aRecording, call, anAgentOf } = await anAgentsOffice();
    const { meetingId } = await aRecording();
    const { userId } = await world.aColleague(owner.workspaceId, 'member');
    const { token } = await anAgentOf(userId);
    expect((await call(token, 'get_meeting', { meeting_id: meetingId })).isError).toBeUndefined();

    await removeFromWorkspace(world.context)(userId, owner.workspaceId);

    expect((await call(token, 'get_meeting', { meeting_id: meetingId })).isError).toBe(true);
    expect((await call(token, 'list_workspaces')).structuredContent.workspaces).toEqual([]);
  });

  it('403: from a page of another origin', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const { token } = await anAgentOf(owner.userId);

    const elsewhere = await post({ token, headers: { origin: 'https://elsewhere.test' } });
    expect(elsewhere.status).toBe(403);
    expect(await elsewhere.json()).toMatchObject({ error: { message: 'Pages of other origins are not allowed.' } });
    expect((await post({ token, headers: { origin: APP_URL } })).status).toBe(200);
  });

  it('413: longer than any call', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const { token } = await anAgentOf(owner.userId);

    const long = await post({ token, headers: { 'content-length': '64001' } });
    expect(long.status).toBe(413);
    expect(await long.json()).toMatchObject({ error: { message: 'The request is longer than 64000 bytes.' } });
  });

  it('413: longer than any call, whatever the length in its header', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const { token } = await anAgentOf(owner.userId);
    const statusOf = async (characters: number, headers: Readonly<Record<string, string>> = {}) =>
      (await post({ token, method: 'ping', params: { text: '會'.repeat(characters) }, headers })).status;

    expect(await statusOf(21_400)).toBe(413);
    expect(await statusOf(21_400, { 'content-length': '100' })).toBe(413);
    expect(await statusOf(21_000)).toBe(200);
  });

  it('429: the 61st of a minute, of all agents of a user', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const agents = [await anAgentOf(owner.userId), await anAgentOf(owner.userId)];
    for (let nth = 0; nth < 60; nth += 1)
      expect((await post({ token: agents[nth % 2]?.token ?? '', method: 'ping' })).status).toBe(200);

    const refused = await post({ token: agents[0]?.token ?? '', method: 'ping' });

    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringMatching(/^Too many calls: wait/) } });
  });

  describe('in a batch', () => {
    const batchOf = (count: number) =>
      JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));

    const aSender = async () => {
      const { owner, anAgentOf, connector } = await anAgentsOffice();
      const { token } = await anAgentOf(owner.userId);
      return async (count: number, version?: string) => {
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          ...(version !== undefined && { 'mcp-protocol-version': version }),
        };
        return (await connector.request(`${APP_URL}/mcp`, { method: 'POST', headers, body: batchOf(count) })).status;
      };
    };

    it.each([undefined, '2025-03-26'])('counts as its messages at protocol version %s', async (version) => {
      const send = await aSender();

      expect([await send(59, version), await send(2, version), await send(1, version)]).toEqual([200, 429, 200]);
    });

    it.each(['2025-06-18', '2025-11-25'])('400: at protocol version %s', async (version) => {
      const send = await aSender();

      expect(await send(2, version)).toBe(400);
    });
  });
});

describe('a client that names not both media types of the protocol', () => {
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'notes', version: '1' } },
  };

  it.each([
    'application/json',
    '*/*',
    'application/*',
    'application/json;q=0.9, text/html',
    '',
    'text/html, */*;q=0.1',
  ])('200: with JSON where it accepts %j', async (accept) => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const response = await post({ ...(await anAgentOf(owner.userId)), ...initialize, headers: { accept } });

    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
  });

  it.each(['text/event-stream', 'text/event-stream, */*;q=0.1'])(
    '200: with an event stream where it accepts %j',
    async (accept) => {
      const { owner, post, anAgentOf } = await anAgentsOffice();
      const response = await post({ ...(await anAgentOf(owner.userId)), ...initialize, headers: { accept } });

      expect(response.headers.get('content-type')).toBe('text/event-stream');
      expect(await response.text()).toContain('"protocolVersion":"2025-06-18"');
    },
  );

  it('200: with the result of a tool as JSON', async () => {
    const { owner, post, anAgentOf } = await anAgentsOffice();
    const call = { method: 'tools/call', params: { name: 'list_workspaces' } };
    const response = await post({
      ...(await anAgentOf(owner.userId)),
      ...call,
      headers: { accept: 'application/json' },
    });

    expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { workspaces: [{}] } } });
  });

  it.each(['text/html', 'application/json;q=0'])('406: where it accepts %j', async (accept) => {
    const { owner, post, anAgentOf } = await anAgentsOffice();

    expect((await post({ ...(await anAgentOf(owner.userId)), headers: { accept } })).status).toBe(406);
  });
});
