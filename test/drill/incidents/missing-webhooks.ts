import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aPartner } from '../partner.ts';

interface Cause {
  /** As `why webhooks` prints it. */
  readonly reason: string;
  readonly summary: string;
  /** Changes of an endpoint for new meetings, after which it gets nothing. */
  readonly spoiled: object;
  /** The change that the owner of the endpoint makes. */
  readonly mended: object;
}

/** A partner gets no webhooks: `why` prints the reason, and the owner changes the endpoint. */
const missing = ({ reason, summary, spoiled, mended }: Cause): Incident => ({
  name: `webhooks-${reason.replaceAll('_', '-')}`,
  summary,
  async provoke(drill) {
    const { workspaceId, endpointId, call, heardOf, pushMeeting } = await aPartner(drill);
    const path = `/webhook_endpoints/${endpointId}`;
    expect((await call('PATCH', path, spoiled)).status).toBe(200);
    const unheard = await pushMeeting();
    return {
      async see() {
        const of = { 'wks_…': workspaceId, 'mtg_…': unheard };
        const printed = await eventually(
          () => drill.run(RUNBOOK.whyWebhooksOfMeeting, of),
          // The event waits for its fan-out first.
          (text) => !text.startsWith('not_fanned_out'),
        );
        expect(printed).toMatch(new RegExp(`^${reason}: `));
        expect(printed).toContain(endpointId);
        expect(heardOf(unheard)).toBe(0);
      },
      async cure() {
        expect((await call('PATCH', path, mended)).status).toBe(200);
        const heard = await pushMeeting();
        await eventually(
          () => heardOf(heard),
          (times) => times === 1,
        );
      },
    };
  },
});

/** Nothing passes it. */
const FILTERS = { 'meeting.created': [{ path: 'metadata.team', operator: 'equals', value: 'sales' }] };

export const missingWebhooks: readonly Incident[] = [
  missing({
    reason: 'endpoints_disabled',
    summary: 'no webhooks: the endpoint is disabled',
    spoiled: { status: 'disabled' },
    mended: { status: 'enabled' },
  }),
  missing({
    reason: 'not_subscribed',
    summary: 'no webhooks: the endpoint names other events',
    spoiled: { enabled_events: ['calendar_connection.connected'] },
    mended: { enabled_events: ['meeting.created'] },
  }),
  missing({
    reason: 'filtered',
    summary: 'no webhooks: a filter leaves all events out',
    spoiled: { filters: FILTERS },
    mended: { filters: {} },
  }),
];
