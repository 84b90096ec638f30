import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aPartner } from '../partner.ts';

const EVENTS = 12;

/** What an endpoint missed while its receiver was down and it was disabled is sent again by one request. */
export const receiverDown: Incident = {
  name: 'receiver-down',
  summary: 'a receiver was down, and its endpoint disabled meanwhile',
  async provoke(drill) {
    const since = new Date().toISOString();
    const { workspaceId, endpointId, call, answer, heardOf, pushMeeting } = await aPartner(drill);
    answer(500);
    const meetings: string[] = [];
    for (let nth = 0; nth < EVENTS; nth += 1) meetings.push(await pushMeeting());
    const eventsOf = (status: string) =>
      eventually(
        async () =>
          (await call('GET', `/webhook_events?workspace_id=${workspaceId}&delivery_status=${status}&limit=100`)).body,
        ({ data }) => data?.length === EVENTS,
      );
    return {
      async see() {
        await eventsOf('retrying');
        expect(await drill.run(RUNBOOK.whyWebhooks, { 'wks_…': workspaceId })).toMatch(
          /^refused: [\s\S]*first_attempt: status 500/,
        );
      },
      async cure() {
        const path = `/webhook_endpoints/${endpointId}`;
        await call('PATCH', path, { status: 'disabled' });
        await eventsOf('skipped');
        answer(204);
        await call('PATCH', path, { status: 'enabled' });
        const again = await call('POST', `${path}/redeliver`, { since, delivery_status: 'skipped' });
        expect(again.status).toBeLessThan(300);
        await eventually(
          () => meetings.filter((one) => heardOf(one) > 0).length,
          (heard) => heard === EVENTS,
        );
      },
    };
  },
};
