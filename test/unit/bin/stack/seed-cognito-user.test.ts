import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '#bin/stack/ports';
import { hasCognito, LOCAL_PASSWORD, seedCognitoUser } from '#bin/stack/seed-cognito-user';
import { isStrongEnough } from '#shared/accounts/identity/rules/password';
import { describe, expect, it } from '#test/support/jest';

interface Call {
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A Cognito that answers each operation with the given status; answers the calls that it received. */
async function aCognito(
  status: (operation: string) => number,
  run: (endpoint: string) => Promise<void>,
): Promise<readonly Call[]> {
  const calls: Call[] = [];
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      calls.push({ operation, body: JSON.parse(Buffer.concat(chunks).toString()) });
      answer.writeHead(status(operation), { 'content-type': 'application/x-amz-json-1.1' });
      answer.end(JSON.stringify(status(operation) === 200 ? {} : { __type: 'UsernameExistsException', message: '' }));
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
  return calls;
}

const seed = (endpoint: string) => seedCognitoUser({ endpoint, region: 'us-east-1' }, 'us-east-1_pool', 'you@x.test');

describe('the seeded Cognito user', () => {
  it('has a verified email address and a permanent password, and receives no mail', async () => {
    const calls = await aCognito(
      () => 200,
      async (endpoint) => {
        expect(await seed(endpoint)).toEqual({ user_password: LOCAL_PASSWORD });
      },
    );
    expect(calls.map(({ operation }) => operation)).toEqual(['AdminCreateUser', 'AdminSetUserPassword']);
    expect(calls[0]?.body).toMatchObject({ Username: 'you@x.test', MessageAction: 'SUPPRESS' });
    expect(calls[0]?.body['UserAttributes']).toContainEqual({ Name: 'email_verified', Value: 'true' });
    expect(calls[1]?.body).toMatchObject({ Password: LOCAL_PASSWORD, Permanent: true });
    expect(isStrongEnough(LOCAL_PASSWORD)).toBe(true);
  });

  it('keeps an existing account', async () => {
    const status = (operation: string) => (operation === 'AdminCreateUser' ? 400 : 200);
    await aCognito(status, async (endpoint) => {
      expect(await seed(endpoint)).toEqual({ user_password: LOCAL_PASSWORD });
    });
  });
});

describe('detecting Cognito', () => {
  it.each([
    [200, true],
    [501, false],
  ])('by a response of %s is %s', async (status, expected) => {
    await aCognito(
      () => status,
      async (endpoint) => {
        expect(await hasCognito({ endpoint, region: 'us-east-1' })).toBe(expected);
      },
    );
  });

  it('is false without a response', async () => {
    expect(await hasCognito({ endpoint: `http://127.0.0.1:${await freePort()}`, region: 'us-east-1' })).toBe(false);
  });
});
