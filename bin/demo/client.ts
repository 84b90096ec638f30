import type { IncomingHttpHeaders } from 'node:http';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import type { Terminal } from '#bin/demo/output/terminal';
import type { Stack } from '#bin/stack/stack-file';

/** The operations that the demo calls, by the names of their methods. */
export const OPERATIONS = [
  'changeMeetingSettings',
  'changeSettings',
  'createSettings',
  'createWebhookEndpoint',
  'deleteWebhookEndpoint',
  'listSettings',
  'listWebhookEndpoints',
  'pushCalendarEvent',
  'readMeeting',
  'readMeetingResults',
  'sendBot',
] as const;

interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** `fields`: the response beside its body. */
  readonly responseStyle?: 'fields';
}

type Operations = Readonly<Record<(typeof OPERATIONS)[number], (request: Request) => Promise<unknown>>>;

/** The client of one deployment. Its own types are generated when it is built, so that responses are unknown here. */
export interface Client extends Operations {
  /** Every item of a list, page after page. */
  readonly items: (first: Promise<unknown>) => AsyncIterable<unknown>;
}

/** Reads an event whose signature is valid; undefined for any other request. */
export type VerifyWebhook = (rawBody: Uint8Array, headers: IncomingHttpHeaders, secret: string) => unknown;

/** The module of the package, as far as the demo uses it. */
interface ClientModule {
  readonly Rapporteur: new (options: Readonly<Record<'apiKey' | 'baseUrl', string>>) => Client;
  readonly RapporteurError: new () => Error & { readonly status: number; readonly code?: string };
  readonly ConnectionError: new () => Error;
  readonly verifyWebhook: VerifyWebhook;
  readonly WebhookVerificationError: new () => Error;
}

/** An error response of the API. */
export class ApiError extends CliError {
  readonly status: number;

  constructor(operation: string, { status, code, message }: { status: number; code?: string; message: string }) {
    super(`${operation} was answered ${status}: ${message.replace(/\.$/, '')} (${code ?? 'no code'})`);
    this.status = status;
  }
}

/** The TypeScript client, built from sdk/typescript and the OpenAPI document unless it is there already. */
export async function clientModule(terminal: Terminal) {
  terminal.status('  building the TypeScript client');
  const { ensureTypescriptClient } = await import('#bin/clients/typescript-package');
  const module: ClientModule = await import(pathToFileURL(await ensureTypescriptClient()).href);
  terminal.status('');
  return {
    clientOf: (stack: Stack, signal?: AbortSignal): Client => clientOf(module, stack, signal),
    verifyWebhook: verifying(module),
  };
}

function clientOf(module: ClientModule, { api_key, base_url }: Stack, signal: AbortSignal | undefined): Client {
  const client = new module.Rapporteur({ apiKey: api_key, baseUrl: base_url });
  const { RapporteurError, ConnectionError } = module;
  const calling = (operation: (typeof OPERATIONS)[number]) => async (request: Request) => {
    try {
      return await client[operation]({ ...request, ...(signal && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof RapporteurError) throw new ApiError(operation, error);
      if (error instanceof ConnectionError)
        throw new CliError(`${base_url} does not respond (${error.message}); is npm start still running?`);
      throw error;
    }
  };
  const operations = Object.fromEntries(OPERATIONS.map((name) => [name, calling(name)])) as unknown as Operations;
  return { ...operations, items: (first) => client.items(first) };
}

const verifying =
  ({ verifyWebhook, WebhookVerificationError }: ClientModule): VerifyWebhook =>
  (...request) => {
    try {
      return verifyWebhook(...request);
    } catch (error) {
      if (error instanceof WebhookVerificationError) return undefined;
      throw error;
    }
  };

/** Every item of a list, parsed. */
export async function itemsOf<Schema extends v.GenericSchema>(
  { items }: Client,
  first: Promise<unknown>,
  schema: Schema,
): Promise<readonly v.InferOutput<Schema>[]> {
  const parsed: v.InferOutput<Schema>[] = [];
  for await (const item of items(first)) parsed.push(v.parse(schema, item));
  return parsed;
}
