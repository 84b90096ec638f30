import { disableUser } from '#shared/accounts/identity/commands/disable-user';
import { archiveWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { timeScaleOf } from '#shared/foundation/platform/system-clock';
import {
  disableFailingEndpoint,
  reportFailing,
  reportRecovered,
} from '#shared/webhooks/endpoints/commands/report-health';
import { createEndpoint, deleteEndpoint, updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { countFailure } from '#shared/webhooks/endpoints/failure-streak-store';
import { FAILING_ATTEMPTS } from '#shared/webhooks/endpoints/rules/endpoint-health';
import { DEFAULT_OPTIONS } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { aMailer } from '#test/support/a-mailer';
import { APP_URL, aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';

const REAL = timeScaleOf(1);
const PATCH = { url: undefined, enabledEvents: undefined, metadata: undefined };

/** A workspace with a webhook endpoint, and the mail that its owners get. */
async function aWorldWithEndpoint(disableAfterHours: number | null = null) {
  const world = aWorld();
  const { context, clock } = world;
  const { workspaceId, userId } = await world.anOwner('Initech');
  const endpoint = await createEndpoint(context)(workspaceId, {
    ...DEFAULT_OPTIONS,
    disableAfterHours,
    id: context.ids.make('whe'),
    url: 'https://hooks.acme.test/in/secret?token=1',
    enabledEvents: ['*'],
    status: 'enabled',
    pin: '2026-10-12',
    sealedSecret: 'sealed',
    metadata: {},
  });
  const { mailer, sent } = aMailer();
  const worker = mailWorker(world, { mailer });
  return {
    world,
    workspaceId,
    userId,
    endpoint,
    sent,
    deliver: worker.run,
    /** Ten failed attempts, the first more than an hour ago. */
    async fails(id: WebhookEndpointId = endpoint.id) {
      for (let nth = 0; nth < FAILING_ATTEMPTS; nth += 1)
        await countFailure(context.table, id, { attempt: `dlv_${nth}#1`, now: clock.now() });
      clock.advance(HOUR_MS + MINUTE_MS);
      await reportFailing(context)(id, REAL);
    },
    disable: () => updateEndpoint(context)(endpoint.id, { ...PATCH, status: 'disabled' }),
    enable: () => updateEndpoint(context)(endpoint.id, { ...PATCH, status: 'enabled' }),
  };
}

type Scene = Awaited<ReturnType<typeof aWorldWithEndpoint>>;

describe('mail about a webhook endpoint', () => {
  it('tells each owner, and no other user, that it is failing, since when, and where its events are', async () => {
    const { world, workspaceId, endpoint, sent, fails, deliver } = await aWorldWithEndpoint();
    await world.aColleague(workspaceId, 'owner');
    await world.aColleague(workspaceId, 'admin');

    await fails();
    await deliver();

    expect(sent.map(({ to }) => to.email).sort()).toEqual(['owner@acme.test', 'owner@initech.test']);
    const [mail] = sent;
    expect(mail).toMatchObject({
      kind: 'operational',
      fromName: 'Rapporteur',
      subject: 'Webhook endpoint at hooks.acme.test is failing',
    });
    expect(mail?.text).toContain(
      `The webhook endpoint ${endpoint.id} at hooks.acme.test, of the workspace Initech, has acknowledged no event since 2026-11-02 12:00 UTC.`,
    );
    expect(mail?.text).toContain(`${APP_URL}/app/workspaces/${workspaceId}/webhooks`);
    expect(JSON.stringify(sent)).not.toContain('secret');
  });

  it('is sent once a day, however often the endpoint fails and recovers', async () => {
    const { world, endpoint, sent, fails, deliver } = await aWorldWithEndpoint();
    for (let nth = 0; nth < 3; nth += 1) {
      await fails();
      await deliver();
      await reportRecovered(world.context)(endpoint.id);
    }
    expect(sent).toHaveLength(1);

    world.clock.advance(DAY_MS);
    await fails();
    await deliver();

    expect(sent).toHaveLength(2);
  });

  it.each([
    ['by the service', 24, 'was disabled because it has acknowledged no event since 2026-11-02 12:00 UTC.'],
    ['by an administrator', null, 'was disabled by one of its administrators.'],
  ])('tells that it was disabled %s', async (_who, hours, expected) => {
    const { world, endpoint, sent, fails, disable, deliver } = await aWorldWithEndpoint(hours);
    if (hours === null) await disable();
    else {
      await fails();
      await deliver();
      world.clock.advance(hours * HOUR_MS);
      await disableFailingEndpoint(world.context)(endpoint.id, REAL);
    }

    await deliver();

    expect(sent.at(-1)?.subject).toBe('Webhook endpoint at hooks.acme.test is disabled');
    expect(sent.at(-1)?.text).toContain(expected);
  });

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['recovered', ({ world, endpoint }) => reportRecovered(world.context)(endpoint.id)],
    ['was deleted', ({ world, endpoint }) => deleteEndpoint(world.context)(endpoint.id)],
  ])('is not sent about an endpoint that %s before', async (_what, happens) => {
    const scene = await aWorldWithEndpoint();
    await scene.fails();
    await happens(scene);

    await scene.deliver();

    expect(scene.sent).toEqual([]);
  });

  it('is not sent about an endpoint that was enabled again before', async () => {
    const { disable, enable, deliver, sent } = await aWorldWithEndpoint();
    await disable();
    await enable();

    await deliver();

    expect(sent).toEqual([]);
  });

  it('is not sent to a disabled owner, nor once the workspace is archived', async () => {
    const one = await aWorldWithEndpoint();
    await one.fails();
    await disableUser(one.world.context)(one.userId);
    await one.deliver();
    const other = await aWorldWithEndpoint();
    await other.fails();
    await archiveWorkspace(other.world.context)(other.workspaceId);
    await other.deliver();

    expect([...one.sent, ...other.sent]).toEqual([]);
  });
});
