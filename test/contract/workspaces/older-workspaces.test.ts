import { appContext } from '#shared/wiring/app-context';
import { aWorld, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aDeployment } from '../edge/a-deployment.ts';

const OLDER = '2026-10-09';

/** A deployment whose server has a zone of its own. */
function aWorldIn(zone: string): World {
  const world = aWorld();
  return { ...world, context: { ...world.context, ...appContext({ ...world.context, server: { zone } }) } };
}

/** How the workspace of an owner, or of a colleague, is read at an older version. */
async function readAt(version: string, role?: 'member', zone = 'Etc/UTC') {
  const { call, owner, aColleague } = await aDeployment(aWorldIn(zone));
  const { key } = role ? await aColleague(owner.workspaceId, role) : owner;
  const { body } = await call('GET', '/workspaces', { key, headers: { 'service-version': version } });
  return { body, workspace: body.data[0], owner };
}

describe('a workspace at an older version', () => {
  it.each(['2025-11-25', OLDER])(
    '%s: in camelCase, with the offset of the server and milliseconds',
    async (version) => {
      const { workspace, owner } = await readAt(version);

      expect(workspace).toEqual({
        id: owner.workspaceId,
        object: 'workspace',
        name: 'Acme',
        ownerEmail: 'owner@acme.test',
        membersCount: expect.any(Number),
        isHumanTranscriptionAllowed: false,
        isHumanTranslationAllowed: false,
        emailDomains: [],
        idpCompanyNames: [],
        role: 'owner',
        metadata: {},
        createdAt: '2026-11-02T12:00:00.000+00:00',
        updatedAt: '2026-11-02T12:00:00.000+00:00',
      });
    },
  );

  it.each([
    ['Europe/Berlin', '2026-11-02T13:00:00.000+01:00'],
    ['Asia/Kolkata', '2026-11-02T17:30:00.000+05:30'],
    ['America/New_York', '2026-11-02T07:00:00.000-05:00'],
  ])('tells its times as a server in %s does', async (zone, noonThere) => {
    const { workspace } = await readAt(OLDER, undefined, zone);

    expect([workspace.createdAt, workspace.updatedAt]).toEqual([noonThere, noonThere]);
  });

  it('the list around it is the same at every version', async () => {
    const { body } = await readAt(OLDER);

    expect(Object.keys(body).sort()).toEqual(['_links', 'data', 'has_more', 'object']);
  });

  it('hides its metadata from roles that do not administer it', async () => {
    expect((await readAt(OLDER, 'member')).workspace).not.toHaveProperty('metadata');
  });
});

describe('a workspace at the newest version', () => {
  it('is in snake_case, with a Z', async () => {
    const { workspace } = await readAt('2026-10-12');

    expect(Object.keys(workspace).filter((name) => /[A-Z]/.test(name))).toEqual([]);
    expect(workspace.created_at).toBe('2026-11-02T12:00:00.000Z');
  });

  it('is in UTC wherever the server is', async () => {
    const { workspace } = await readAt('2026-10-12', undefined, 'Asia/Kolkata');

    expect(workspace.created_at).toBe('2026-11-02T12:00:00.000Z');
  });
});
