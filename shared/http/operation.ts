import type * as v from 'valibot';
import type { UserId } from '#shared/core/ids';
import type { Contract } from '#shared/http/contract';
import type { Caller, Endpoint, Input, Reply } from '#shared/http/endpoint';
import type { Once } from '#shared/http/idempotency';

/** What is known before the key is judged: enough to start reading, not to answer. */
export type AheadInput<Params, Query, Body> = Input<Params, Query, Body> & { readonly userId: UserId };

export type Served<Params, Query, Body, Ahead> = Input<Params, Query, Body> & {
  readonly caller: Caller;
  readonly ahead: Ahead;
  readonly once: Once;
};

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** Replaced by `endpoint()`. */
export function operation<
  Params extends v.GenericSchema,
  Query extends v.GenericSchema,
  Body extends v.GenericSchema | undefined,
  Ahead extends Readonly<Record<string, Promise<unknown>>>,
>(
  contract: Contract<Params, Query, Body>,
  does: {
    readonly ahead: (input: AheadInput<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>>) => Ahead;
    readonly run: (served: Served<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Ahead>) => Promise<Reply>;
  },
): Endpoint {
  const legacy = {
    start(input: AheadInput<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>>) {
      const ahead = does.ahead(input);
      for (const reading of Object.values(ahead)) reading.catch(() => undefined);
      return ahead;
    },
    run(served: Served<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Ahead>) {
      return does.run(served);
    },
  };
  return {
    contract,
    options: { run: async () => undefined, reply: () => ({ status: 500, body: {} }) },
    legacy,
  } as Endpoint;
}
