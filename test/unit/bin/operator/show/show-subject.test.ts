import { showSubject } from '#bin/operator/show/show-subject';
import { type Subject, subjectType } from '#bin/operator/show/subject';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { pauseWorkspace } from '#shared/accounts/workspaces/commands/pause-workspace';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isoOf } from '#shared/foundation/core/time';
import { allWorkspacesIn } from '#test/support/all-workspaces-in';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { secretsIn } from './secrets-in.ts';

const PRINCIPAL = 'arn:aws:sts::111122223333:assumed-role/operators/ada';
const [MEETING, ENDPOINT, JOB] = ['mtg', 'whe', 'out'].map((prefix) => `${prefix}_01kcw3v9e2f3hb5wnkq8zr6m4t`);

/** A workspace with a meeting that names a person, an endpoint with a secret, and a job about the meeting. */
async function aStage() {
  const world = aWorld();
  const { workspaceId, userId, key } = await world.anOwner('Acme', ['acme.test']);
  const { table } = world.context;
  const put = (id: string | undefined, type: string, state: object, more: object = {}) =>
    table.write({ put: { pk: String(id), sk: '.', type, revision: 1, state: JSON.stringify(state), ...more } });
  await put(MEETING, 'meeting', {
    ...{ id: MEETING, workspaceId, title: 'Board meeting', organizer: { email: 'ada@acme.test', name: 'Ada' } },
    endpoint: ENDPOINT,
  });
  await put(
    ENDPOINT,
    'webhook_endpoint',
    {
      id: ENDPOINT,
      workspaceId,
      status: 'enabled',
      url: 'https://acme.test/hook/abc',
      sealedSecrets: [{ sealed: 'SEALED-1' }],
    },
    { due_pk: 'DUE#1', due_at: noon },
  );
  const content = JSON.stringify({ workspaceId, meetingIds: [MEETING] });
  await table.write({
    put: { pk: String(JOB), sk: 'EVENT#job.reach', type: 'job', content, due_pk: 'DUE#2', due_at: noon },
  });
  const deadLettersNaming = async (id: string) => (id === MEETING ? [{ id: 'message-1' }] : []);
  const context = { ...world.context, operator: PRINCIPAL };
  const sources = { context, workspaces: allWorkspacesIn(world.dynamo), deadLettersNaming, stage: 'sandbox' };
  const show = (text: string, reveals = false) => showSubject(sources, subjectType.parse(text) as Subject, reveals);
  const reads = async (of: WorkspaceId) => {
    const filter = { action: 'workspace.read', now: world.clock.now() };
    const { items } = await auditEvents.list(table, of, filter, { limit: 9, after: undefined });
    return items.map(({ actor, after }) => [actor, after]);
  };
  return { ...world, workspaceId, userId, key, show, reads };
}

describe('npm run ops -- show', () => {
  it('says of everything of a paused workspace that it is paused, and of others nothing', async () => {
    const { show, workspaceId, context } = await aStage();
    expect(await show(workspaceId)).not.toHaveProperty('paused_workspaces');

    await pauseWorkspace(context)(workspaceId);

    const paused_workspaces = [{ id: workspaceId, paused_at: isoOf(noon) }];
    expect(await show(workspaceId)).toMatchObject({ paused_workspaces });
    expect(await show(String(MEETING))).toMatchObject({ paused_workspaces });
  });

  it('prints the rows of an id, what they name, jobs and dead letters, and where its log lines are', async () => {
    const { show, workspaceId } = await aStage();

    expect(await show(String(MEETING))).toMatchObject({
      id: MEETING,
      rows: [{ pk: MEETING, type: 'meeting', revision: 1, state: { title: '(13 characters)' } }],
      neighbours: expect.arrayContaining([
        { id: ENDPOINT, type: 'webhook_endpoint', status: 'enabled', due_at: isoOf(noon) },
        expect.objectContaining({ id: workspaceId, type: 'workspace' }),
      ]),
      jobs: [{ pk: JOB, sk: 'EVENT#job.reach', due_at: isoOf(noon), content: { workspaceId, meetingIds: [MEETING] } }],
      dead_letters: [{ id: 'message-1' }],
      logs: { query: expect.stringContaining(String(MEETING)) },
    });
  });

  it('has no personal data unless it is revealed', async () => {
    const { show } = await aStage();

    const [hidden, revealed] = [await show(String(MEETING)), await show(String(MEETING), true)].map((one) =>
      JSON.stringify(one),
    );

    for (const personal of ['ada@acme.test', 'Board meeting', '"Ada"']) {
      expect(hidden).not.toContain(personal);
      expect(revealed).toContain(personal);
    }
  });

  it('never prints a secret, of any row, revealed or not', async () => {
    const { show, dynamo, key, workspaceId, userId } = await aStage();
    const secrets = [key, 'SEALED-1', ...secretsIn(dynamo.items())];

    for (const subject of [userId, workspaceId, ENDPOINT, MEETING, 'owner@acme.test'])
      for (const reveals of [false, true]) {
        const printed = JSON.stringify(await show(String(subject), reveals));
        for (const secret of secrets) expect(printed).not.toContain(secret);
      }
    expect(secrets.length).toBeGreaterThan(3);
  });

  it('tells the audit log of the workspace, with the AWS principal, before it answers', async () => {
    const { show, reads, workspaceId, anOwner } = await aStage();
    const other = await anOwner('Other');

    await show(String(MEETING));
    await show(String(MEETING), true);

    expect(await reads(other.workspaceId)).toEqual([]);
    const actor = { type: 'command', principal: PRINCIPAL };
    expect(await reads(workspaceId)).toEqual(
      expect.arrayContaining([
        [actor, { command: 'show', subject: MEETING, revealed: false }],
        [actor, { command: 'show', subject: MEETING, revealed: true }],
      ]),
    );
  });

  it('prints the key and the roles of a user with many recorded requests, and tells every workspace of theirs', async () => {
    const { show, reads, userId, workspaceId, context, aWorkspaceOf } = await aStage();
    const { id: other } = await aWorkspaceOf(userId, 'Second');
    for (let nth = 0; nth < 150; nth += 1)
      await context.table.write({ put: { pk: userId, sk: `IDEM#${nth}`, type: 'answer', state: '"SECRET-ANSWER"' } });

    const shown = await show(userId);

    expect(JSON.stringify(shown)).not.toContain('SECRET-ANSWER');
    expect(shown['rows']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ sk: 'KEY', digest: '(secret)' }),
        expect.objectContaining({ sk: `WKS#${other}` }),
      ]),
    );
    for (const one of [workspaceId, other]) expect(await reads(one)).toHaveLength(1);
  });

  it('finds a user by email, a workspace by its number and by a domain', async () => {
    const { show, userId, workspaceId, context } = await aStage();
    const number = (await context.table.get({ pk: workspaceId, sk: '.' }))?.state;

    expect(await show('Owner@acme.test')).toMatchObject({ user: { id: userId } });
    expect(await show('acme.test')).toEqual({
      domain: 'acme.test',
      workspaces: [{ id: workspaceId, owner: true, email_domain: true, verified: false }],
    });
    expect(await show(String(JSON.parse(String(number)).number))).toMatchObject({ id: workspaceId });
  });

  it.each(['bot_01kcw3v9e2f3hb5wnkq8zr6m4t', 'nobody@acme.test', 'other.test', '123456789'])(
    'says so where nothing is found: %s',
    async (text) => {
      const { show } = await aStage();

      await expect(show(text)).rejects.toThrow(/^(Nothing is stored|No user|No workspace|There is no)/);
    },
  );

  it('takes no other text', () => {
    for (const text of ['', 'ada', 'bot_1', '12345', 'https://acme.test'])
      expect(subjectType.parse(text)).toBeUndefined();
  });
});
