import { expect } from 'expect';
import { eventually } from '#test/integration/stack-client';
import { RUNBOOK } from '../commands.ts';
import type { Incident } from '../incident.ts';
import { aPartner } from '../partner.ts';

const SWEEPER = 'rapporteur-local-sweeper';

/** With relay and sweeper stopped nothing is sent; once the sweeper runs, it sends all of it; then the relay does again. */
export const stoppedLoops: Incident = {
  name: 'sweeper-and-relay-stopped',
  summary: 'the rule of the sweeper and the mapping of the relay are disabled',
  async provoke(drill) {
    const { workspaceId, heardOf, asked, pushMeeting } = await aPartner(drill);
    const { EventSourceMappings } = JSON.parse(await drill.run(RUNBOOK.listMappings));
    const [{ UUID: uuid }] = EventSourceMappings;
    const update = (flag: string) => drill.prepare(`aws lambda update-event-source-mapping ${flag} --uuid ${uuid}`);
    await drill.prepare(`aws events disable-rule --name ${SWEEPER}`);
    drill.afterwards(() => drill.prepare(`aws events enable-rule --name ${SWEEPER}`));
    await update('--no-enabled');
    drill.afterwards(() => update('--enabled'));
    const late = [await pushMeeting(), await pushMeeting()];
    const arrived = (meetings: readonly string[]) =>
      eventually(
        () => meetings.filter((one) => heardOf(one) > 0).length,
        (heard) => heard === meetings.length,
        600,
      );
    return {
      async see() {
        const printed = JSON.parse(await drill.run(RUNBOOK.listMappings));
        expect(printed.EventSourceMappings).toEqual([expect.objectContaining({ State: 'Disabled' })]);
        // After two minutes.
        await eventually(
          () => drill.run(RUNBOOK.whyWebhooks, { 'wks_…': workspaceId }),
          (text) => text.startsWith('not_fanned_out: '),
        );
        expect(asked()).toBe(0);
      },
      async cure() {
        await drill.run(RUNBOOK.enableSweeper);
        await arrived(late);
        // The metric of the alarm EventsRelayed.
        await drill.logged('webhook-fanout', (line) => Number(line['EventsFannedOutLate']) > 0);
        await drill.run(RUNBOOK.enableMapping, { '…': uuid });
        await arrived([await pushMeeting()]);
      },
    };
  },
};
