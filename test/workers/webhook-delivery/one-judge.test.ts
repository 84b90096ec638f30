import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { webhookDoors } from '#test/support/webhook-doors';

interface Entry {
  readonly url: string;
  readonly accept: boolean;
  readonly why: string;
}

const entries: readonly Entry[] = JSON.parse(readFileSync(join('test', 'data', 'webhook-urls.json'), 'utf8'));
const titled = (entry: Entry) => [JSON.stringify(entry.url).slice(0, 80), entry.why, entry.url] as const;

/** No name exists: what is accepted goes no further than its look-up. */
const doors = () => {
  const asked: string[] = [];
  const lookUp = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    throw new Error('NXDOMAIN');
  };
  return { ...webhookDoors({ lookUp }), asked };
};

/** An address alone would be connected to, in a net where somebody may live there. */
const isAddress = ({ url }: Entry) => /^https:\/\/[\d.]+\//.test(url);

describe('a URL that is refused', () => {
  it.each(entries.filter(({ accept }) => !accept).map(titled))(
    '%s is so at creation and at a change, and neither a test nor a delivery leaves for it: %s',
    async (_title, _why, url) => {
      const { create, update, test, deliver, asked } = doors();

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
    '%s is so at creation and at a change: %s',
    async (_title, _why, url) => {
      const { create, update } = doors();

      expect((await create(url)).status).toBe(201);
      expect((await update(url)).status).toBe(200);
    },
  );

  it.each(entries.filter((entry) => entry.accept && !isAddress(entry)).map(titled))(
    '%s is looked up for a test and for a delivery: %s',
    async (_title, _why, url) => {
      const { test, deliver, asked } = doors();

      expect((await test(url)).body).toMatchObject({ response_status: null, error: 'dns_error' });
      const { delivery, attempt } = await deliver(url);
      expect([delivery.status, attempt.error]).toEqual(['retrying', 'dns_error']);
      expect(asked).toHaveLength(2);
    },
  );
});
