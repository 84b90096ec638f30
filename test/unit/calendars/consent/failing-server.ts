import { createServer } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';

/** How the next consent or refresh goes wrong. */
export interface NextFailure {
  /** The id token says this beside, or instead; what is null it leaves out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** The answer to a code or a refresh token has this beside, or instead; what is null it leaves out. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** It is another answer altogether. */
  readonly answer?: { readonly status: number; readonly body: Readonly<Record<string, string>> };
  /** The person comes back with this. */
  readonly error?: string;
  /** The id token is signed with a key that nobody knows, and says this. */
  readonly forged?: Readonly<Record<string, unknown>>;
}

/**
 * A process of its own around `oauth2-mock-server`, which does not run where tests do: there are two of every `Object`
 * there. On standard output it says where it is and where it is told of the next failure, and ends with its input.
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

/** Signed well, by somebody else who uses the same names. */
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
