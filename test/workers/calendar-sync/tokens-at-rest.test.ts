import { DecryptionFailed } from '#shared/foundation/core/secrets';
import { DAY_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { ACCOUNT, aCalendarWorld, type CalendarWorld, type WorldGiven } from '../../calendars/world.ts';

/** Whatever a provider hands over or is handed that opens something, as it goes over the wire. */
const SECRETS_IN_JSON = ['access_token', 'refresh_token', 'id_token', 'token', 'clientState'];
const SECRETS_IN_FORMS = ['client_secret', 'refresh_token', 'code', 'code_verifier'];

/** A connection's life: consent, sync runs, a watch and its renewal, a grant that is lost, and consent again. */
async function aLife(provider: WorldGiven['provider']) {
  const secrets = new Set<string>();
  const note = (text: string | null | undefined) => text && text.length > 8 && secrets.add(text);
  const world = await aCalendarWorld({ provider, seed: 1 });
  const { fetch } = world.provider;
  for (const { clientSecret } of world.provider.clients) note(clientSecret);
  world.listen(async (request) => {
    note(request.headers.get('authorization')?.replace('Bearer ', ''));
    noteBody(await request.clone().text(), note);
    const answer = await fetch(request);
    noteBody(await answer.clone().text(), note);
    return answer;
  });
  world.calendar.addEvent({ title: 'Planning', startsAt: world.clock.now() });
  await passes(world);
  world.clock.advance(6.5 * DAY_MS);
  await passes(world);
  world.provider.revokeGrants(ACCOUNT);
  world.clock.advance(15 * MINUTE_MS);
  await world.message();
  await world.consent();
  await passes(world);
  return { world, secrets: [...secrets] };
}

function noteBody(body: string, note: (text: string | null | undefined) => void): void {
  if (body.startsWith('{')) {
    const json: Record<string, unknown> = JSON.parse(body);
    for (const name of SECRETS_IN_JSON) note(typeof json[name] === 'string' ? json[name] : undefined);
    return;
  }
  const form = new URLSearchParams(body);
  for (const name of SECRETS_IN_FORMS) note(form.get(name));
}

async function passes(world: CalendarWorld): Promise<void> {
  for (let nth = 0; nth < 3; nth += 1) await world.message();
}

describe.each(['google', 'microsoft'] as const)('what opens a calendar of %s', (provider) => {
  let life: Awaited<ReturnType<typeof aLife>>;
  beforeAll(async () => {
    life = await aLife(provider);
  });

  it('was seen on the wire, and lies nowhere in the table, in a queue or in a line of the log', () => {
    const { world, secrets } = life;
    expect(secrets.length).toBeGreaterThan(6);
    const kept = JSON.stringify([world.dynamo.items(), world.queued, world.givenUp, world.log]);
    const spelt = (secret: string) => [secret, btoa(secret).replace(/=+$/, ''), encodeURIComponent(secret)];
    expect(secrets.filter((secret) => spelt(secret).some((one) => kept.includes(one)))).toEqual([]);
  });

  it('is sealed for its connection, and opens in the context of no other', async () => {
    const { world } = life;
    const { sealedGrant = '' } = (await world.sync()) ?? {};
    const sealer = kmsSealer(world.kms, 'key');
    const own = { workspace: world.workspaceId, resource: world.connectionId };
    expect(life.secrets).toContain(await sealer.open(sealedGrant, own));
    const others = [
      { ...own, resource: `${own.resource.slice(0, -1)}0` },
      { ...own, workspace: 'wks_01jb0000000000000000000000' },
      { ...own, resource: 'provider-client' },
    ];
    for (const other of others) await expect(sealer.open(sealedGrant, other)).rejects.toThrow(DecryptionFailed);
  });

  it('of notifications, is kept as a digest alone', async () => {
    const { watch } = (await life.world.sync()) ?? {};
    expect(watch?.secretDigest).toMatch(/^[\w-]{43}$/);
    expect(life.secrets).not.toContain(watch?.secretDigest);
  });
});
