import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '#bin/ports';
import { hasCognito, LOCAL_PASSWORD, seedPerson } from '#bin/seed-person';
import { isStrongEnough } from '#shared/identity/rules/password';

interface Asked {
  readonly what: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An AWS that answers every call of Cognito's with the status given, and remembers what it was asked. */
async function anAws(
  status: (what: string) => number,
  run: (endpoint: string) => Promise<void>,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const what = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      asked.push({ what, body: JSON.parse(Buffer.concat(chunks).toString()) });
      answer.writeHead(status(what), { 'content-type': 'application/x-amz-json-1.1' });
      answer.end(JSON.stringify(status(what) === 200 ? {} : { __type: 'UsernameExistsException', message: '' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return asked;
}

const who = { region: 'us-east-1', poolId: 'us-east-1_pool', email: 'you@x.test' };

describe('the seeded person', () => {
  it('gets an account without a mail, a verified address, and a password for good that the pool takes', async () => {
    const asked = await anAws(
      () => 200,
      async (endpoint) => {
        expect(await seedPerson({ endpoint, ...who })).toEqual({ user_password: LOCAL_PASSWORD });
      },
    );
    expect(asked.map(({ what }) => what)).toEqual(['AdminCreateUser', 'AdminSetUserPassword']);
    expect(asked[0]?.body).toMatchObject({ Username: 'you@x.test', MessageAction: 'SUPPRESS' });
    expect(asked[0]?.body['UserAttributes']).toContainEqual({ Name: 'email_verified', Value: 'true' });
    expect(asked[1]?.body).toMatchObject({ Password: LOCAL_PASSWORD, Permanent: true });
    expect(isStrongEnough(LOCAL_PASSWORD)).toBe(true);
  });

  it('who is there already keeps their account', async () => {
    const status = (what: string) => (what === 'AdminCreateUser' ? 400 : 200);
    await anAws(status, async (endpoint) => {
      expect(await seedPerson({ endpoint, ...who })).toEqual({ user_password: LOCAL_PASSWORD });
    });
  });
});

describe('whether there is Cognito', () => {
  it.each([
    [200, true],
    [501, false],
  ])('is told by an answer of %s: %s', async (status, expected) => {
    await anAws(
      () => status,
      async (endpoint) => {
        expect(await hasCognito(endpoint, 'us-east-1')).toBe(expected);
      },
    );
  });

  it('is not told by silence', async () => {
    expect(await hasCognito(`http://127.0.0.1:${await freePort()}`, 'us-east-1')).toBe(false);
  });
});
