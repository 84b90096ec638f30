import { providerClients } from '#shared/calendars/consent/store';
import type { SealContext, Sealer } from '#shared/foundation/core/secrets';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { ENV } from '#shared/foundation/infrastructure-names';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { calendarProviders, testOriginsFromEnvironment } from '#shared/wiring/calendar-providers';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { startGoogle } from '#test/doubles/calendar-providers/google/a-google';
import { startMicrosoft } from '#test/doubles/calendar-providers/microsoft/a-microsoft';
import type { ListeningProvider } from '#test/doubles/calendar-providers/test-provider';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { CLIENT, consented, secretsOf } from '#test/unit/calendars/consent/a-consent';
import { atNoon, noon, thrownBy } from '#test/unit/calendars/requests/an-api';

const ADA = 'ada@example.com';
const window = { from: later(noon, -DAY_MS), to: later(noon, 28 * DAY_MS) };
const STARTS = { google: startGoogle, microsoft: startMicrosoft };

let listening: ListeningProvider | undefined;
afterEach(async () => {
  await listening?.close();
  listening = undefined;
});

/** A sealer that says how often it was asked to open something. */
function aCountingSealer() {
  const sealer = kmsSealer(inMemoryKms(), 'key');
  const opened: SealContext[] = [];
  const counting: Sealer = {
    seal: (plaintext, context) => sealer.seal(plaintext, context),
    open: (sealed, context) => {
      opened.push(context);
      return sealer.open(sealed, context);
    },
  };
  return { sealer: counting, opened };
}

async function aDeployment(name: 'google' | 'microsoft') {
  const provider = await STARTS[name]({ clock: atNoon, clients: [CLIENT] });
  listening = provider;
  const table = tableOver(inMemoryMainTable());
  const { sealer, opened } = aCountingSealer();
  const providers = calendarProviders({ table, sealer, clock: atNoon, origins: { [name]: provider.origin } });
  return { provider, opened, clients: providerClients(table, sealer), inUse: providers[name], providers };
}

describe.each(['google', 'microsoft'] as const)('the provider %s of a deployment', (name) => {
  it('is not set up before a client is registered', async () => {
    const { inUse } = await aDeployment(name);

    expect(await inUse.isSetUp()).toBe(false);
    expect(await thrownBy(inUse.consent.begin(secretsOf('ada')))).toMatchObject({ name: 'ProviderNotSetUp' });
  });

  it('serves consent and calendar over HTTP, and its secret is opened once', async () => {
    const { provider, clients, inUse, opened } = await aDeployment(name);
    await clients.save(name, CLIENT);
    const { calendar } = provider.addAccount({ email: ADA });
    calendar.addEvent({ title: 'Roadmap', startsAt: later(noon, DAY_MS) });

    const grant = await consented(inUse.consent, (address) => provider.consent(address, { email: ADA }));
    const { accessToken } = await inUse.consent.access(grant.refreshToken);
    const page = await inUse.calendar.readWindow(accessToken, window);

    expect(await inUse.isSetUp()).toBe(true);
    expect(grant.accountEmail).toBe(ADA);
    expect(page.events).toMatchObject([{ kind: 'occurrence', title: 'Roadmap' }]);
    expect(opened).toEqual([{ workspace: '-', resource: 'provider-client' }]);
  });

  it('says whether it is a test provider', async () => {
    const { inUse, providers } = await aDeployment(name);

    expect(inUse.isForTests).toBe(true);
    expect(Object.values(providers).filter(({ isForTests }) => isForTests)).toHaveLength(1);
  });
});

describe('the origins of test providers', () => {
  const given = (text: string | undefined) => {
    process.env[ENV.testProviders] = text;
    if (text === undefined) delete process.env[ENV.testProviders];
    return testOriginsFromEnvironment();
  };
  afterEach(() => void given(undefined));

  it('are none when the environment names none', () => {
    expect(given(undefined)).toEqual({});
  });

  it('are those that the environment names', () => {
    const origins = { google: 'http://127.0.0.1:9001', microsoft: 'http://127.0.0.1:9002' };

    expect(given(JSON.stringify(origins))).toEqual(origins);
  });

  it.each(['nonsense', '{"google": "nowhere"}', '{"google": 1}'])('are refused when they are invalid: %s', (text) => {
    expect(() => given(text)).toThrow();
  });
});
