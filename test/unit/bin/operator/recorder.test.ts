import { recorder } from '#bin/operator/recorder';
import { addRecorder, listRecorders, removeRecorder } from '#bin/operator/recorders/change-registry';
import { orderRecorders } from '#bin/operator/recorders/order-recorders';
import { workspaces } from '#shared/accounts/workspaces/store';
import { configuredRecorders } from '#shared/capture/recorders/registry/configured-recorders';
import { systemClock } from '#shared/foundation/platform/system-clock';
import { SIMULATOR_ALONE } from '#shared/meetings/recorders/registry/rules/registry';
import { recorderRegistry } from '#shared/meetings/recorders/store';
import { ADAPTERS } from '#shared/wiring/recorder-adapters';
import { SIMULATED } from '#shared/wiring/recorder-kinds';
import { allWorkspacesIn } from '#test/support/all-workspaces-in';
import { aWorld } from '#test/support/api';
import { fakeRecorder } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';

const ATTENDEE = {
  name: 'eu-attendee',
  kind: 'attendee',
  baseUrl: 'https://attendee.acme.test',
  apiKey: 'key-1',
  webhookSecret: 'c2VjcmV0',
} as const;

function aStage() {
  const { context, anOwner, dynamo } = aWorld();
  const stores = { ...context, context, workspaces: allWorkspacesIn(dynamo), initial: SIMULATOR_ALONE };
  return { stores, anOwner, table: context.table };
}

type Stage = ReturnType<typeof aStage>;

const hookPathIn = (text: string) => /\/hooks\/recorders\/eu-attendee\/[\w-]{32}/.exec(text)?.[0];

describe('the recorders of a stage', () => {
  it('begin with the simulator for every platform', async () => {
    expect(await listRecorders(aStage().stores)).toBe(
      'simulator: simulator, 0 failures\nmeet: simulator\nzoom: simulator\nteams: simulator',
    );
  });

  it('are stored with sealed secrets, and asked once they are in an order', async () => {
    const { stores, table } = aStage();

    await addRecorder(stores, ATTENDEE);
    await orderRecorders(stores, ['meet=eu-attendee,simulator'], undefined);

    const stored = await recorderRegistry.find(table);
    expect(stored?.state.order).toEqual({
      meet: ['eu-attendee', 'simulator'],
      zoom: ['simulator'],
      teams: ['simulator'],
    });
    expect(JSON.stringify(stored)).not.toMatch(/key-1|c2VjcmV0/);
    expect(await listRecorders(stores)).toContain('eu-attendee: attendee at https://attendee.acme.test, 0 failures');
  });

  it('are added with the path of their webhooks; the simulator has none', async () => {
    const { stores } = aStage();

    expect(hookPathIn(await addRecorder(stores, ATTENDEE))).toBeDefined();
    expect(await addRecorder(stores, { name: 'local', kind: 'simulator' })).not.toContain('/hooks/');
  });

  it('keep the path of their webhooks when they are replaced, with another key, URL or kind', async () => {
    const { stores } = aStage();
    const first = hookPathIn(await addRecorder(stores, ATTENDEE));

    const replaced = [
      await addRecorder(stores, { ...ATTENDEE, apiKey: 'key-2', webhookSecret: null }),
      await addRecorder(stores, { ...ATTENDEE, baseUrl: 'https://vexa.acme.test', kind: 'vexa' }),
    ].map(hookPathIn);

    expect(replaced).toEqual([first, first]);
  });

  it.each([
    ['it is rotated', async ({ stores }: Stage) => stores, { rotatesHookToken: true }],
    [
      'the key service has lost its key',
      async ({ stores }: Stage) => ({ ...stores, sealer: aWorld().context.sealer }),
      {},
    ],
    [
      'the recorder was removed meanwhile',
      async ({ stores }: Stage) => {
        await removeRecorder(stores, ATTENDEE.name);
        return stores;
      },
      {},
    ],
  ])('have another path when %s', async (_when, then, options) => {
    const stage = aStage();
    const first = hookPathIn(await addRecorder(stage.stores, ATTENDEE));

    const second = hookPathIn(await addRecorder(await then(stage), ATTENDEE, options));

    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  });

  it('are made with their opened secrets and an unguessable webhook URL', async () => {
    const { stores, table } = aStage();
    await addRecorder(stores, ATTENDEE);
    const given: unknown[] = [];
    const make: (typeof ADAPTERS)['attendee']['make'] = (configuration) => {
      given.push(configuration);
      return fakeRecorder().recorder;
    };
    const recorders = configuredRecorders({
      table,
      sealer: stores.sealer,
      catalog: SIMULATED,
      simulator: fakeRecorder().recorder,
      adapters: { ...ADAPTERS, attendee: { ...ADAPTERS.attendee, make } },
      tools: { fetch: globalThis.fetch, clock: systemClock },
      origin: 'https://notes.acme.test',
    });

    await recorders.named('eu-attendee');

    const hookUrl = expect.stringMatching(/^https:\/\/notes\.acme\.test\/hooks\/recorders\/eu-attendee\/[\w-]{32}$/);
    const { kind: _kind, ...configuration } = ATTENDEE;
    expect(given).toEqual([{ ...configuration, hookUrl }]);
    await expect(recorders.named('gone')).rejects.toThrow('There is no recorder gone.');
  });

  it('have an order of their own in a workspace, until it is emptied', async () => {
    const { stores, anOwner, table } = aStage();
    const { workspaceId } = await anOwner('Acme');
    await addRecorder(stores, ATTENDEE);

    await orderRecorders(stores, ['zoom=eu-attendee'], workspaceId);
    expect((await workspaces.find(table, workspaceId))?.state.recorders).toEqual({ zoom: ['eu-attendee'] });
    await orderRecorders(stores, ['zoom='], workspaceId);
    expect((await workspaces.find(table, workspaceId))?.state.recorders).toEqual({});
  });

  it('are removed once they are in no order', async () => {
    const { stores } = aStage();
    await addRecorder(stores, ATTENDEE);
    await orderRecorders(stores, ['teams=eu-attendee'], undefined);

    await expect(removeRecorder(stores, 'eu-attendee')).rejects.toThrow('eu-attendee is in the order of teams');
    await orderRecorders(stores, ['teams=simulator'], undefined);
    await removeRecorder(stores, 'eu-attendee');

    expect(await listRecorders(stores)).not.toContain('eu-attendee');
  });

  it('are not removed while they are in the order of a workspace', async () => {
    const { stores, anOwner } = aStage();
    const { workspaceId } = await anOwner('Acme');
    await anOwner('Other');
    await addRecorder(stores, ATTENDEE);
    await orderRecorders(stores, ['zoom=eu-attendee'], workspaceId);

    await expect(removeRecorder(stores, 'eu-attendee')).rejects.toThrow(
      `eu-attendee is in the order of ${workspaceId}; choose another --order with --workspace first`,
    );
    await orderRecorders(stores, ['zoom='], workspaceId);

    expect(await removeRecorder(stores, 'eu-attendee')).toContain('is removed');
  });

  it('have an order that is said with what an empty one means', async () => {
    const { stores, anOwner } = aStage();
    const { workspaceId } = await anOwner('Acme');

    expect(await orderRecorders(stores, ['meet=', 'zoom=simulator'], workspaceId)).toBe(
      `The order of ${workspaceId} is now meet: that of the deployment; zoom: simulator.`,
    );
    expect(await orderRecorders(stores, ['teams='], undefined)).toBe('The order is now teams: no recorder.');
  });

  it('are not ordered before they are added', async () => {
    await expect(orderRecorders(aStage().stores, ['meet=unknown'], undefined)).rejects.toThrow(
      'There is no recorder unknown; add it first with --name',
    );
  });
});

describe('the options of npm run ops -- recorder', () => {
  it('accept a recorder with its secrets, orders and flags', () => {
    const args = ['--name', 'eu', '--kind', 'vexa', '--url', 'https://v.test', '--key', 'k', '--order', 'meet=eu'];

    expect(recorder.parse([...args, '--list'])).toMatchObject({
      ...{ name: 'eu', kind: 'vexa', url: 'https://v.test', key: 'k' },
      ...{ order: ['meet=eu'], list: true, stage: 'local', workspace: undefined },
    });
    expect(recorder.parse([])).toMatchObject({ list: false, order: [] });
  });

  it('keep the webhook address unless --rotate-hook-token is given', () => {
    expect(recorder.parse(['--name', 'eu'])).toMatchObject({ rotateHookToken: false });
    expect(recorder.parse(['--name', 'eu', '--rotate-hook-token'])).toMatchObject({ rotateHookToken: true });
  });

  it.each([
    [['--name', 'Two Words'], '--name takes lower-case letters, digits and hyphens'],
    [['--kind', 'zoom'], '--kind takes simulator, attendee, vexa, recall or meeting_baas'],
    [['--order', 'webex=eu'], '--order takes meet=, zoom= or teams= and names'],
    [['--workspace', 'acme'], '--workspace takes an id'],
  ])('%j fails with: %s', (args, message) => {
    expect(() => recorder.parse(args)).toThrow(message);
  });
});
