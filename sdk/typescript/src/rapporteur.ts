import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { errorOf } from './errors.js';
import { createClient, createConfig } from './generated/client/index.js';
import { NamedOperations } from './generated/former-names.js';
import { API_VERSION } from './generated/version.js';
import { requireMediaType } from './media-type.js';
import { type RetryOptions, retrying } from './retries.js';

export interface RapporteurOptions {
  /** The personal API key. */
  readonly apiKey: string;
  /** Of the deployment, ending in `/api/v1`. */
  readonly baseUrl: string;
  /** How often a request is repeated after 429, 5xx or no response; 2 by default. */
  readonly maxRetries?: number;
  /** Milliseconds until one attempt is given up; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: RetryOptions['fetch'];
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly _links: { readonly next?: { readonly url: string } | null };
}

/** The API of one deployment: a method for each operation. A response with an error status throws a `RapporteurError`. */
export class Rapporteur extends NamedOperations {
  private readonly baseUrl: string;

  constructor({ apiKey, baseUrl, maxRetries = 2, timeoutMs = 30_000, fetch = globalThis.fetch }: RapporteurOptions) {
    const base = baseUrl.replace(/\/+$/, '');
    const retried = retrying({
      ...{ maxRetries, timeoutMs, fetch, idempotencyKey: randomUUID, random: Math.random, now: Date.now },
      sleep: (milliseconds) => setTimeout(milliseconds),
    });
    const client = createClient(
      createConfig({
        baseUrl: base,
        headers: { Authorization: apiKey, 'Service-Version': API_VERSION },
        fetch: (input, init) => retried(new Request(input, init)),
        throwOnError: true,
        responseStyle: 'data',
      }),
    );
    client.interceptors.response.use((response, _request, operation) => requireMediaType(response, operation));
    client.interceptors.error.use(errorOf);
    super({ client });
    this.baseUrl = base;
  }

  /**
   * Every item of a list, page after page:
   * `for await (const meeting of api.items(api.listMeetings({ query: { workspace_id } })))`.
   */
  async *items<Item>(first: PromiseLike<ListPage<Item>> | ListPage<Item>): AsyncGenerator<Item, void, undefined> {
    let page: ListPage<Item> | undefined = await first;
    while (page) {
      yield* page.data;
      page = await this.pageAfter(page);
    }
  }

  private async pageAfter<Item>({ _links }: ListPage<Item>): Promise<ListPage<Item> | undefined> {
    const next = _links.next?.url;
    if (next === undefined) return undefined;
    // The key is sent to the deployment alone, whatever host the link names.
    const { pathname, search } = new URL(next, this.baseUrl);
    const path = pathname.replace(new URL(this.baseUrl).pathname, '');
    return (await this.client.get({ url: `${path}${search}`, responseStyle: 'data' })) as unknown as ListPage<Item>;
  }
}
