/** oidc-provider 9 has no types: what the authorization server uses of it. */
declare module 'oidc-provider' {
  import type { JsonWebKey } from 'node:crypto';
  import type { ReqRes } from 'fetch-to-node';

  /** As Node's server has them. */
  type IncomingMessage = ReqRes['req'];
  type ServerResponse = ReqRes['res'];

  /** A stored model: a token, a code, an interaction or a client, as JSON. */
  export type Payload = Readonly<Record<string, unknown>>;

  /** Where models of one kind are kept. */
  export interface Adapter {
    upsert(id: string, payload: Payload, expiresInSeconds?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
    grantTypeAllowed(type: string): boolean;
  }

  /** The context of koa, with that of the provider. */
  export interface ProviderContext {
    status: number;
    body: unknown;
    type: string;
    get(header: string): string;
    readonly req: IncomingMessage;
  }

  export interface Interaction {
    /** What `interactionResult` stored, once it did. */
    readonly result?: InteractionResult;
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  export interface InteractionResult {
    readonly login?: { readonly accountId: string };
    readonly consent?: { readonly grantId: string };
    readonly error?: string;
    readonly error_description?: string;
  }

  export interface ResourceServerInfo {
    readonly scope: string;
    readonly audience: string;
    readonly accessTokenTTL: number;
    readonly accessTokenFormat: 'opaque';
  }

  export interface Configuration {
    readonly adapter: (kind: string) => Adapter;
    readonly jwks: { readonly keys: readonly JsonWebKey[] };
    readonly cookies: object;
    readonly features: Readonly<Record<string, object>>;
    readonly interactions: { readonly url: (context: ProviderContext, interaction: Interaction) => string };
    readonly findAccount: (context: ProviderContext, id: string) => Promise<object | undefined>;
    readonly fetch: (url: string, options: RequestInit) => Promise<Response>;
    readonly renderError: (context: ProviderContext, out: Payload) => void;
    readonly issueRefreshToken: (context: ProviderContext, client: Client) => boolean;
    readonly ttl: Readonly<Record<string, number>>;
    readonly routes: Readonly<Record<string, string>>;
    readonly [other: string]: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { find(id: string): Promise<Client | undefined> };
    on(event: 'server_error', listener: (context: ProviderContext, error: Error) => void): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    /** Throws `errors.SessionNotFound` unless the browser has the cookie of the interaction. */
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    /** Saves a result; answers where the browser goes on. */
    interactionResult(request: IncomingMessage, response: ServerResponse, result: InteractionResult): Promise<string>;
  }

  export const errors: {
    readonly InvalidGrant: new (description: string) => Error;
    readonly InvalidTarget: new () => Error;
    readonly SessionNotFound: new (description: string) => Error;
  };
}
