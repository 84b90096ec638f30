import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_URL } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { privateDnsAnswers } from '#test/support/private-dns-answers';
import { webhookUrlEntryPoints } from '#test/support/webhook-url-entry-points';
import { aReceiver, closeReceivers } from '#test/unit/webhooks/delivery/sender/receivers';

interface Entry {
  readonly url: string;
  readonly accept: boolean;
  readonly why: string;
}

const entries: readonly Entry[] = JSON.parse(readFileSync(join('test', 'data', 'webhook-urls.json'), 'utf8'));
const titled = (entry: Entry) => [JSON.stringify(entry.url).slice(0, 80), entry.why, entry.url] as const;

/** No host name resolves: an accepted URL gets no further than its lookup. */
const entryPoints = () => {
  const asked: string[] = [];
  const lookUp = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    throw new Error('NXDOMAIN');
  };
  return { ...webhookUrlEntryPoints({ lookUp }), asked };
};

/** An IP address would be connected to, in the network of the test machine. */
const isAddress = ({ url }: Entry) => /^https:\/\/[\d.]+\//.test(url);

describe('a URL that is refused', () => {
  it.each(entries.filter(({ accept }) => !accept).map(titled))(
    '%s is refused at creation and at a change, and gets neither a test nor a delivery: %s',
    async (_title, _why, url) => {
      const { create, update, test, deliver, asked } = entryPoints();

      expect((await create(url)).body.errors).toMatchObject([{ field: 'url' }]);
      expect((await update(url)).body.errors).toMatchObject([{ field: 'url' }]);
      expect((await test(url)).body).toMatchObject({ response_status: null, error: 'blocked_address' });
      expect((await deliver(url)).attempt).toMatchObject({ responseStatus: null, error: 'blocked_address' });
      expect(asked).toEqual([]);
    },
  );
});

describe('a URL that is accepted', () => {
  it.each(entries.filter((entry) => entry.accept).map(titled))(
    '%s is accepted at creation and at a change: %s',
    async (_title, _why, url) => {
      const { create, update } = entryPoints();

      expect((await create(url)).status).toBe(201);
      expect((await update(url)).status).toBe(200);
    },
  );

  it.each(entries.filter((entry) => entry.accept && !isAddress(entry)).map(titled))(
    '%s is looked up for a test and for a delivery: %s',
    async (_title, _why, url) => {
      const { test, deliver, asked } = entryPoints();

      expect((await test(url)).body).toMatchObject({ response_status: null, error: 'dns_error' });
      const { delivery, attempt } = await deliver(url);
      expect([delivery.status, attempt.error]).toEqual(['retrying', 'dns_error']);
      expect(asked).toHaveLength(2);
    },
  );
});

const URL_OF_A_NAME = 'https://hooks.customer.com/x';
const leadingTo = (...addresses: readonly string[]) => webhookUrlEntryPoints({ lookUp: async () => addresses });
const noAddress = () => Promise.reject(new Error('NXDOMAIN'));

describe('a host name that resolves', () => {
  it.each(privateDnsAnswers('93.184.216.34', '10.0.0.1'))(
    '%s is refused at creation and at a change, and gets neither a test nor a delivery',
    async (_what, addresses) => {
      const { create, update, test, deliver } = leadingTo(...addresses);

      for (const refused of [await create(URL_OF_A_NAME), await update(URL_OF_A_NAME)])
        expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'url']);
      expect((await test(URL_OF_A_NAME)).body).toMatchObject({ response_status: null, error: 'blocked_address' });
      const { delivery, attempt } = await deliver(URL_OF_A_NAME);
      // The owner may correct the DNS record: the schedule continues.
      expect([attempt.error, delivery.status]).toEqual(['blocked_address', 'retrying']);
    },
  );

  it('to a public address at creation and to a private one later is accepted, then blocked', async () => {
    expect((await leadingTo('93.184.216.34').create(URL_OF_A_NAME)).status).toBe(201);
    const since = leadingTo('10.0.0.1');
    expect((await since.deliver(URL_OF_A_NAME)).attempt.error).toBe('blocked_address');
    expect((await since.test(URL_OF_A_NAME)).body.error).toBe('blocked_address');
  });

  it('to a private address at creation is refused with the reason, and accepted once it resolves to a public one', async () => {
    const refused = await leadingTo('10.0.0.1').create(URL_OF_A_NAME);

    expect(refused.body.errors[0].message).toContain('its host name resolves to 10.0.0.1');
    expect((await leadingTo('93.184.216.34').create(URL_OF_A_NAME)).status).toBe(201);
  });

  it('to no address yet is accepted, and its deliveries are retried with dns_error', async () => {
    const { create, update, deliver } = webhookUrlEntryPoints({ lookUp: noAddress });

    expect([(await create(URL_OF_A_NAME)).status, (await update(URL_OF_A_NAME)).status]).toEqual([201, 200]);
    const { delivery, attempt } = await deliver(URL_OF_A_NAME);
    expect([attempt.error, delivery.status]).toEqual(['dns_error', 'retrying']);
  });

  it('to this service is refused everywhere, by the name alone', async () => {
    const { create, update, test, deliver } = leadingTo('93.184.216.34');
    const own = `${BASE_URL}/bots`;

    for (const refused of [await create(own), await update(own)])
      expect(refused.body.errors).toMatchObject([{ code: 'invalid', field: 'url' }]);
    expect((await test(own)).body.error).toBe('blocked_address');
    expect((await deliver(own)).attempt.error).toBe('blocked_address');
  });
});

describe('a receiver on this machine', () => {
  it.each(['http://localhost:9000/', 'http://127.0.0.1:9000/'])(
    'is refused in every deployment except the local stack: %s',
    async (url) => {
      const { create, update, test, deliver } = webhookUrlEntryPoints({ lookUp: noAddress });

      expect([(await create(url)).status, (await update(url)).status]).toEqual([422, 422]);
      expect([(await test(url)).body.error, (await deliver(url)).attempt.error]).toEqual(
        Array(2).fill('blocked_address'),
      );
    },
  );

  it('is accepted, tested and delivered to on the local stack', async () => {
    const receiver = await aReceiver();
    const url = `http://127.0.0.1:${receiver.port}/`;
    const { create, update, test, deliver } = webhookUrlEntryPoints({ lookUp: noAddress, allowLocalReceivers: true });

    expect([(await create(url)).status, (await update(url)).status]).toEqual([201, 200]);
    expect((await test(url)).body).toMatchObject({ response_status: 200, error: null });
    expect((await deliver(url)).delivery.status).toBe('delivered');
    await closeReceivers();
  });
});
