import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aPartner } from '../partner.ts';

/** A partner asks for silence while they move their receiver: their webhooks wait, and come once afterwards. */
export const pausedWorkspace: Incident = {
  name: 'paused-workspace',
  summary: 'a partner moves their receiver, and its webhooks have to wait',
  async provoke(drill) {
    const { workspaceId, apiKey, heardOf, pushMeeting } = await aPartner(drill);
    const of = { 'wks_…': workspaceId };
    await drill.run(RUNBOOK.pause, of);
    const meeting = await pushMeeting();
    return {
      async see() {
        await eventually(
          () => drill.run(RUNBOOK.whyWebhooksOfMeeting, { ...of, 'mtg_…': meeting }),
          (text) => text.startsWith('paused: '),
        );
        expect(heardOf(meeting)).toBe(0);
      },
      async cure() {
        await drill.run(RUNBOOK.resume, of);
        await eventually(
          () => heardOf(meeting),
          (times) => times > 0,
        );
        const actions = await drill.auditActions(workspaceId, apiKey);
        expect(actions).toEqual(expect.arrayContaining(['workspace.paused', 'workspace.resumed']));
      },
    };
  },
};
