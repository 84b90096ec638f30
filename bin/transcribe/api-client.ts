import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import type { Stack } from '#bin/stack/stack-file';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';

const ErrorSchema = v.object({ errors: v.array(v.object({ code: v.string(), message: v.string() })) });

/** An error response of the API. */
export class ApiError extends CliError {
  readonly status: number;

  constructor(call: string, status: number, reason: string) {
    super(`${call} was answered ${status}: ${reason.replace(/\.$/, '')}`);
    this.status = status;
  }
}

export interface ApiClient {
  readonly get: <Schema extends v.GenericSchema>(path: string, schema: Schema) => Promise<v.InferOutput<Schema>>;
  /** The body as it is, of an endpoint that answers text. */
  readonly text: (path: string) => Promise<string>;
  readonly post: <Schema extends v.GenericSchema>(
    path: string,
    body: unknown,
    schema: Schema,
  ) => Promise<{ readonly status: number; readonly body: v.InferOutput<Schema> }>;
}

/** A client at the newest version, whatever the key is pinned to. Error responses throw an ApiError. */
export function apiClient({ base_url, api_key }: Pick<Stack, 'base_url' | 'api_key'>, signal?: AbortSignal): ApiClient {
  const request = async (method: string, path: string, body?: unknown) => {
    const url = path.startsWith('http') ? path : `${base_url}${path}`;
    const response = await fetch(url, {
      method,
      headers: { authorization: api_key, 'service-version': NEWEST_VERSION, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error) => connectionFailed(error, base_url, signal));
    if (response.ok) return response;
    const json: unknown = await response.json().catch(() => undefined);
    throw new ApiError(`${method} ${new URL(url).pathname}`, response.status, reasonIn(json));
  };
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await request(method, path, body);
    const json: unknown = await response.json().catch(() => undefined);
    return { status: response.status, json };
  };
  const get: ApiClient['get'] = async (path, schema) => v.parse(schema, (await send('GET', path)).json);
  return {
    get,
    text: async (path) => (await request('GET', path)).text(),
    post: async (path, sent, schema) => {
      const { status, json } = await send('POST', path, sent);
      return { status, body: v.parse(schema, json) };
    },
  };
}

function connectionFailed(error: unknown, baseUrl: string, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  const code = Object(Object(error).cause).code ?? 'no connection';
  throw new CliError(`${baseUrl} does not respond (${code}); is npm start still running?`);
}

function reasonIn(json: unknown): string {
  const read = v.safeParse(ErrorSchema, json);
  if (!read.success) return 'no reason';
  return read.output.errors.map(({ code, message }) => `${message} (${code})`).join(' ');
}
