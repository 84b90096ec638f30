import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { LostRace } from '#shared/foundation/core/store';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { rotateWebhookSecretContract } from '#shared/webhooks/endpoints/contract';
import { webhookEndpoints as storedEndpoints } from '#shared/webhooks/endpoints/store';
import { secretsOf } from '#shared/webhooks/signing/send-signed';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aWorldWithAnOwner } from './an-endpoint.ts';

const contract = rotateWebhookSecretContract;
const refusal = (answered: ApiResponse, status: number) => expectError(contract, answered, status);

async function anEndpoint(wanted: object = {}) {
  const world = await aWorldWithAnOwner();
  const { context, clock, owner } = world;
  const created = (await world.create(wanted)).body;
  const path = `/webhook_endpoints/${created.id}/rotate_secret`;
  const rotate = (key = owner.key) => world.call('POST', path, { key });
  /** What signs at this moment, in the clear. */
  const inForce = async () => {
    const found = await storedEndpoints.find(context.table, created.id);
    return found ? secretsOf(context.sealer, found.state, clock.now()) : [];
  };
  return { ...world, created, path, rotate, inForce };
}

describe('POST /webhook_endpoints/{id}/rotate_secret', () => {
  it('200: shows the new secret, this once', async () => {
    const { rotate, created, call, owner } = await anEndpoint();

    const body = expectSuccess(contract, await rotate(), 200);

    expect(body).toEqual({ ...created, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) });
    expect(body.secret).not.toBe(created.secret);
    const read = await call('GET', `/webhook_endpoints/${created.id}`, { key: owner.key });
    expect(read.body).not.toHaveProperty('secret');
  });

  it('200: both secrets sign for 24 hours, the new one first, then the new one alone', async () => {
    const { rotate, created, clock, inForce } = await anEndpoint();
    const { secret } = (await rotate()).body;

    expect(await inForce()).toEqual([secret, created.secret]);
    clock.advance(DAY_MS - 1);
    expect(await inForce()).toEqual([secret, created.secret]);
    clock.advance(1);
    expect(await inForce()).toEqual([secret]);
  });

  it('200: a secret of the partner goes the same way', async () => {
    const own = 'a-secret-of-the-partner-itself';
    const { rotate, inForce } = await anEndpoint({ secret: own });

    const { secret } = (await rotate()).body;

    expect(await inForce()).toEqual([secret, own]);
  });

  it('200: rotated again within a day, no secret signs for longer than it was promised', async () => {
    const { rotate, created, clock, inForce } = await anEndpoint();
    const second = (await rotate()).body.secret;
    clock.advance(12 * HOUR_MS);
    const third = (await rotate()).body.secret;

    expect(await inForce()).toEqual([third, second, created.secret]);
    clock.advance(12 * HOUR_MS);
    expect(await inForce()).toEqual([third, second]);
    clock.advance(12 * HOUR_MS);
    expect(await inForce()).toEqual([third]);
  });

  it('200: of two rotations at once both hold', async () => {
    const { rotate, created, inForce } = await anEndpoint();

    const answers = await Promise.all([rotate(), rotate()]);

    const shown = answers.map(({ body }) => body.secret);
    expect([...(await inForce())].sort()).toEqual([...shown, created.secret].sort());
  });

  it('409: with five secrets in force, until the oldest has run out', async () => {
    const { rotate, clock, inForce } = await anEndpoint();
    for (let count = 1; count < 5; count += 1) await rotate();
    const before = await inForce();

    expect(refusal(await rotate(), 409)).toEqual(['conflict']);
    expect(await inForce()).toEqual(before);
    clock.advance(DAY_MS);
    expect((await rotate()).status).toBe(200);
  });

  it('409: while others change it, again and again', async () => {
    const { path, owner, context, lookUp } = await anEndpoint();
    const busy = { save: () => Promise.reject(new LostRace()) };
    const contended = callsTo(webhookEndpoints({ ...context, lookUp, changes: busy }));

    expect(refusal(await contended('POST', path, { key: owner.key }), 409)).toEqual(['conflict']);
  });
});
