import { createServer } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';

/** How the next consent or refresh fails. */
export interface NextFailure {
  /** Claims that are added to the id token or replace its own; null removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Fields that are added to the token response or replace its own; null removes one. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** Replaces the whole response. */
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, string>> };
  /** The query with which the person returns. */
  readonly error?: string;
  /** The id token has these claims, and is signed with an unknown key. */
  readonly forged?: Readonly<Record<string, unknown>>;
}

/**
 * `oauth2-mock-server` in its own process, since it does not run in the realm of jest. It prints its address and the
 * address that takes the next failure on standard output, and ends when its input ends.
 */
const server = new OAuth2Server();
await server.issuer.keys.generate('RS256');
await server.start(0, '127.0.0.1');

let next: NextFailure & { readonly idToken?: string } = {};

server.service.on('beforeTokenSigning', ({ payload }) => {
  change(payload, { email: 'ada@example.com', email_verified: true, ...next.claims });
});
server.service.on('beforeAuthorizeRedirect', ({ url }) => {
  if (next.error === undefined) return;
  url.searchParams.delete('code');
  url.searchParams.set('error', next.error);
});
server.service.on('beforeResponse', (response) => {
  if (next.answer) {
    response.statusCode = next.answer.status;
    response.body = next.answer.body;
    return;
  }
  const scope = 'openid https://www.googleapis.com/auth/calendar.events.readonly';
  if (response.body) change(response.body, { scope, ...(next.idToken && { id_token: next.idToken }), ...next.tokens });
});

function change(target: object, changes: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) Reflect.deleteProperty(target, name);
    else Reflect.set(target, name, value);
  }
}

/** A valid signature with another key of the same name. */
async function forgedToken(claims: Readonly<Record<string, unknown>>): Promise<string> {
  const other = new OAuth2Server();
  const [key] = server.issuer.keys.toJSON();
  await other.issuer.keys.generate('RS256', { ...(key?.kid && { kid: key.kid }) });
  other.issuer.url = server.issuer.url;
  return other.issuer.buildToken({ scopesOrTransform: (_header, payload) => change(payload, claims) });
}

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const told = JSON.parse(Buffer.concat(chunks).toString()) as NextFailure;
    void (told.forged ? forgedToken(told.forged) : Promise.resolve(undefined)).then((idToken) => {
      next = { ...told, ...(idToken !== undefined && { idToken }) };
      response.end();
    });
  });
});
control.listen(0, '127.0.0.1', () => {
  const address = control.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ origin: server.issuer.url, control: `http://127.0.0.1:${port}` })}\n`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit());
