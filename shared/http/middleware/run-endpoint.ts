import type { Keep } from '#shared/commands/idempotency-records';
import type { Endpoint, Reply } from '#shared/http/endpoint';
import { answeredOnce, everyTime, type Once } from '#shared/http/idempotency';
import type { AppContext } from '#shared/http/ports/app-context';
import { authorize } from './authorize.ts';
import { type Exchange, set } from './exchange.ts';

/** Authorizes and runs the endpoint; with an Idempotency-Key, once for all requests that carry it. */
export async function runEndpoint(exchange: Exchange): Promise<Reply> {
  const { route } = set(exchange.matched);
  const { idempotent } = exchange.prefetched ?? {};
  if (!idempotent || 'error' in idempotent || !idempotent.value) return run(route, exchange, everyTime);
  const { body, now } = set(exchange.input);
  const request = { ...idempotent.value, body, now, callsOutside: route.contract.callsOutside ?? false };
  return answeredOnce(set(exchange.context), request, (once) => run(route, exchange, once));
}

async function run(endpoint: Endpoint, exchange: Exchange, once: Once): Promise<Reply> {
  const { options } = endpoint;
  const { context } = exchange;
  const input = set(exchange.input);
  const caller = set(exchange.caller);
  const authorized = context ? await authorize(endpoint, { ...input, userId: caller.userId, context }) : {};
  const request = { ...input, ...authorized, caller, context };
  return once(
    (result) => options.reply(result, request as never),
    (keep) => options.run({ ...request, context: context && recording(context, keep) } as never),
  );
}

/** The context whose commands record the answer in the transaction that makes it true. */
const recording = (context: AppContext, keep: Keep<unknown>): AppContext => ({
  ...context,
  changes: {
    save: async (changes) =>
      context.changes.save('result' in changes ? { ...changes, idempotency: await keep(changes.result) } : changes),
  },
});
