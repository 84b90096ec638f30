import * as v from 'valibot';
import { CouldNotStart } from '#bin/cli/cli-error';
import type { Stack } from '#bin/stack/stack-file';
import { NEWEST_VERSION } from '#shared/versions/releases';

const Refused = v.object({ errors: v.array(v.object({ code: v.string(), message: v.string() })) });

/** The service said no; the message says to what and why. */
export class Refusal extends CouldNotStart {
  readonly status: number;

  constructor(call: string, status: number, why: string) {
    super(`${call} was answered ${status}: ${why.replace(/\.$/, '')}`);
    this.status = status;
  }
}

export interface Api {
  readonly get: <Schema extends v.GenericSchema>(path: string, answer: Schema) => Promise<v.InferOutput<Schema>>;
  readonly post: <Schema extends v.GenericSchema>(
    path: string,
    body: unknown,
    answer: Schema,
  ) => Promise<v.InferOutput<Schema> & { readonly status: number }>;
  readonly patch: (path: string, body: unknown) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
}

/** Calls the service as any client would, at the newest version whatever the key is pinned to. */
export function apiOf({ base_url, api_key }: Pick<Stack, 'base_url' | 'api_key'>, signal?: AbortSignal): Api {
  const headers = { authorization: api_key, 'service-version': NEWEST_VERSION };
  const send = async (method: string, path: string, body?: unknown) => {
    const url = path.startsWith('http') ? path : `${base_url}${path}`;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...sent,
      ...(signal && { signal }),
    }).catch((error) => neverArrived(error, base_url, signal));
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new Refusal(`${method} ${new URL(url).pathname}`, response.status, whyIn(answer));
    return { status: response.status, answer };
  };
  return {
    get: async (path, schema) => v.parse(schema, (await send('GET', path)).answer),
    post: async (path, body, schema) => {
      const { status, answer } = await send('POST', path, body);
      return { ...(v.parse(schema, answer) as object), status } as v.InferOutput<typeof schema> & { status: number };
    },
    patch: async (path, body) => void (await send('PATCH', path, body)),
    remove: async (path) => void (await send('DELETE', path)),
  };
}

function neverArrived(error: unknown, baseUrl: string, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw signal.reason;
  const cause = (error as { readonly cause?: NodeJS.ErrnoException }).cause?.code ?? 'no connection';
  throw new CouldNotStart(`${baseUrl} does not answer (${cause}); is npm start still running?`);
}

function whyIn(answer: unknown): string {
  const read = v.safeParse(Refused, answer);
  return read.success ? read.output.errors.map(({ code, message }) => `${message} (${code})`).join(' ') : 'no reason';
}
