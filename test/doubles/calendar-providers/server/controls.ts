import type { Hono } from 'hono';
import * as v from 'valibot';
import type { Clock } from '#shared/foundation/core/clock';
import { isoOf } from '#shared/foundation/core/time';
import type { TestProvider } from '#test/doubles/calendar-providers/test-provider';
import { bodyOf, formOf, json, page } from './answers.ts';
import { calendarAction, type Said } from './calendar-action.ts';
import { calendarPage } from './calendar-page.ts';
import { CannotDo } from './cannot-do.ts';
import { instantFrom } from './cursors.ts';
import { asText } from './html.ts';

const kinds = v.picklist(['ordinary', 'needs_admin_consent', 'shared_mailbox', 'no_calendar', 'disabled']);
const Account = v.object({
  email: v.pipe(v.string(), v.email()),
  name: v.optional(v.string()),
  kind: v.optional(kinds),
});
const Reason = v.optional(
  v.picklist(['revoked', 'password_changed', 'unused_too_long', 'account_disabled']),
  'revoked',
);
const FaultAsked = v.object({
  fault: v.variant('type', [
    v.object({
      type: v.literal('throttled'),
      status: v.optional(v.picklist([403, 429])),
      retryAfterSeconds: v.optional(v.number()),
    }),
    v.object({
      type: v.literal('down'),
      status: v.picklist([500, 502, 503, 504]),
      retryAfterSeconds: v.optional(v.number()),
    }),
    v.object({ type: v.literal('no answer'), done: v.optional(v.boolean()) }),
    v.object({ type: v.literal('unauthorized') }),
    v.object({ type: v.literal('gibberish') }),
  ]),
  kind: v.optional(
    v.picklist([
      'authorize',
      'token',
      'revoke',
      'userinfo',
      'events',
      'event',
      'watch',
      'renew',
      'stop',
      'batch',
      'other',
    ]),
  ),
  times: v.optional(v.number()),
});

/** The page for people at `/`, and the same for scripts under `/_test/`: forms are answered with the page, JSON with JSON. */
export function controls(app: Hono, provider: TestProvider, clock: Clock): void {
  app.get('/', async ({ req }) => page(await asText(calendarPage(provider, req.query('account'), clock.now()))));

  app.get('/_test/accounts', () =>
    json(
      200,
      provider.accounts().map(({ email, name, kind }) => ({ email, name, kind, watches: provider.watchesOf(email) })),
    ),
  );
  app.post('/_test/accounts', ({ req }) =>
    doing(req.raw, async (said) => {
      const { email, name, kind } = v.parse(Account, said);
      provider.addAccount({ email, ...(name !== undefined && { name }), ...(kind !== undefined && { kind }) });
      return { email };
    }),
  );
  app.post('/_test/accounts/:email/calendar', ({ req }) =>
    doing(req.raw, async (said) => {
      const { email, calendar } = provider.account(req.param('email'));
      const id = calendarAction(calendar, said);
      await provider.notifications.settled();
      return { email, id };
    }),
  );
  app.post('/_test/accounts/:email/revoke', ({ req }) =>
    doing(req.raw, async (said) => {
      const { email } = provider.account(req.param('email'));
      provider.revokeGrants(email, v.parse(Reason, said['because']));
      return { email };
    }),
  );
  app.get('/_test/accounts/:email/occurrences', ({ req }) => {
    const from = instantFrom(req.query('from') ?? '');
    const to = instantFrom(req.query('to') ?? '');
    if (from === undefined || to === undefined) return json(400, { error: '"from" and "to" should be times' });
    const shown = provider.account(req.param('email')).calendar.occurrences({ from, to });
    return json(
      200,
      shown.map((one) => ({
        ...one,
        startsAt: isoOf(one.startsAt),
        endsAt: isoOf(one.endsAt),
        originalStartsAt: isoOf(one.originalStartsAt),
      })),
    );
  });
  app.post('/_test/faults', async ({ req }) => {
    const asked = v.safeParse(FaultAsked, await bodyOf(req.raw));
    if (!asked.success) return json(400, { error: asked.issues[0].message });
    const { fault, kind, times } = asked.output;
    provider.faults.next(given(fault), { ...(kind && { kind }), ...(times !== undefined && { times }) });
    return json(200, {});
  });
  app.get('/_test/requests', () => json(200, provider.requests.all()));
}

type Fault = Parameters<TestProvider['faults']['next']>[0];

/** Without what was left out: undefined is no value here. */
function given(fault: v.InferOutput<typeof FaultAsked>['fault']): Fault {
  switch (fault.type) {
    case 'throttled':
      return { type: fault.type, ...(fault.status && { status: fault.status }), ...waitIn(fault) };
    case 'down':
      return { type: fault.type, status: fault.status, ...waitIn(fault) };
    case 'no answer':
      return { type: fault.type, done: fault.done === true };
    case 'unauthorized':
    case 'gibberish':
      return fault;
  }
}

const waitIn = ({ retryAfterSeconds }: { readonly retryAfterSeconds?: number | undefined }) =>
  retryAfterSeconds === undefined ? {} : { retryAfterSeconds };

async function doing(
  request: Request,
  run: (said: Said) => Promise<{ readonly email: string; readonly id?: string }>,
): Promise<Response> {
  const isJson = (request.headers.get('content-type') ?? '').includes('json');
  const said = isJson ? textsIn(await bodyOf(request)) : Object.fromEntries(await formOf(request));
  try {
    const done = await run(said);
    if (isJson) return json(200, done);
    return new Response(null, { status: 303, headers: { location: `/?account=${encodeURIComponent(done.email)}` } });
  } catch (error) {
    if (error instanceof CannotDo || error instanceof v.ValiError) return json(400, { error: error.message });
    throw error;
  }
}

const textsIn = (body: Readonly<Record<string, unknown>>): Said =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
