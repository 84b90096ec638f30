import { workspaces } from '#functions/api/workspaces/index';
import { acceptInvitation } from '#shared/accounts/memberships/commands/accept-invitation';
import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aMailer } from '#test/support/a-mailer';
import { aWorld, callsTo } from '#test/support/api';
import { mailWorker } from '#test/support/mail-worker';
import { Meter } from './meter.ts';
import { ONE_CALL } from './office-usage.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** The job of the mail: its event, its message, its function. */
const ONE_MAIL: Usage = {
  ...{ 'bus event': 1, 'queue request': 3, 'function request': 1, 'function GB-second': 0.05 },
  ...{ trace: 0.05, 'log GB': 300 / 1e9 },
};

/** A membership: an invitation by the API, its mail without what the mail service takes, and its acceptance on a page. */
export async function membershipUsage(): Promise<Usage> {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme');
  const other = await world.anOwner('Other');
  const meter = new Meter();
  const table = tableOver(meter.watchTable(world.dynamo));
  const context = { ...world.context, ...appContext({ ...world.context, table }) };
  const email = 'owner@other.test';
  const { status, body } = await callsTo(workspaces(context))('POST', '/organization_memberships', {
    key,
    body: { workspace_id: workspaceId, email, role: 'member' },
  });
  if (status !== 201) throw new Error(`The invitation answered ${status}.`);
  const { mailer, sent } = aMailer();
  await mailWorker({ ...world, context }, { mailer }).run();
  if (sent.length !== 1) throw new Error('The invitation was not mailed.');
  await acceptInvitation(context)(body.id, { userId: other.userId, email });
  return sumOf(times(ONE_CALL, 2), ONE_MAIL, meter.read());
}
