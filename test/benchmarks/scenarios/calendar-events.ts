import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { always, type Scenario } from '../scenario.ts';

const operation = 'POST /calendar_events';
const path = '/calendar_events';

const movedBy = (push: { readonly starts_at: string; readonly ends_at: string }, milliseconds: number) => ({
  ...push,
  starts_at: new Date(Date.parse(push.starts_at) + milliseconds).toISOString(),
  ends_at: new Date(Date.parse(push.ends_at) + milliseconds).toISOString(),
});

export const calendarEvents: readonly Scenario[] = [
  {
    operation,
    as: 'new',
    status: 201,
    prepare:
      async ({ request, aPush }) =>
      async () =>
        request('POST', path, aPush()),
  },
  {
    operation,
    as: 'unchanged',
    status: 200,
    async prepare({ call, request, aPush }) {
      const push = aPush();
      await call('POST', path, push);
      return async () => request('POST', path, push);
    },
  },
  {
    operation,
    as: 'moved',
    status: 200,
    async prepare({ call, request, aPush }) {
      const push = { original_starts_at: aPush().starts_at, ...aPush() };
      await call('POST', path, push);
      let nth = 0;
      return async () => {
        nth += 1;
        return request('POST', path, movedBy(push, 1000 * HOUR_MS + nth * MINUTE_MS));
      };
    },
  },
  {
    operation,
    as: 'second member by email',
    status: 201,
    async prepare({ call, request, aPush }) {
      let nth = 0;
      return async () => {
        nth += 1;
        const { member_id: _, ...event } = aPush();
        await call('POST', path, { member_id: _, ...event });
        return request('POST', path, { ...event, member_data: { email: `second-${nth}@acme.test`, name: 'Second' } });
      };
    },
  },
  {
    operation: 'GET /calendar_events/{id}',
    status: 200,
    prepare: always('GET', async ({ call, aPush }) => `${path}/${(await call('POST', path, aPush())).id}`),
  },
  {
    operation: 'DELETE /calendar_events/{id}',
    status: 200,
    prepare:
      async ({ call, request, aPush }) =>
      async () =>
        request('DELETE', `${path}/${(await call('POST', path, aPush())).id}`),
  },
];
