import { changeWorkspace } from '#bin/operator/workspace';
import { mailDelivery } from '#functions/workers/mail-delivery/index';
import { auditEvents } from '#shared/accounts/audit-events/store';
import { mailCounts } from '#shared/accounts/mail/mail-counts-store';
import type { MailJob, Recipient } from '#shared/accounts/mail/rules/mail';
import { addWorkspace } from '#shared/accounts/workspaces/commands/save-workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { DAY_MS } from '#shared/foundation/core/time';
import { aComposer, aMailer } from '#test/support/a-mailer';
import { APP_URL, aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';

const INVOCATION = { getRemainingTimeInMillis: () => 60_000 };
const ADA = { email: 'ada@acme.test', name: null };
/** Someone who was put into a meeting by a calendar. */
const EVE = { email: 'eve@elsewhere.test', name: null, isStranger: true };

type Group = 'members' | 'strangers';

const bounceOf = (email: string, workspaceId?: WorkspaceId, group: Group = 'members') => ({
  'detail-type': 'Email Bounced',
  detail: {
    bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }] },
    ...(workspaceId && { workspace: [workspaceId], recipients: [group] }),
  },
});
const complaintOf = (email: string, workspaceId: WorkspaceId, group: Group = 'members') => ({
  'detail-type': 'Email Complaint Received',
  detail: {
    complaint: { complainedRecipients: [{ emailAddress: email }] },
    ...{ workspace: [workspaceId], recipients: [group] },
  },
});

/** A workspace whose mail goes to Ada, or to these people, and the worker that gets the feedback of SES. */
async function aMailingWorkspace(...recipients: readonly Recipient[]) {
  const world = aWorld();
  const { context, clock } = world;
  const { workspaceId, userId } = await world.anOwner();
  const { mailer, sent, addresses } = aMailer();
  const composer = aComposer(...(recipients.length > 0 ? recipients : [ADA]));
  const worker = mailWorker(world, {
    mailer,
    composers: { summary: composer, operational: composer, invitation: composer },
  });
  const lines: Readonly<Record<string, unknown>>[] = [];
  const given = { mailer: undefined, composers: {}, stage: 'test', sealer: context.sealer, appUrl: APP_URL };
  const work = mailDelivery(context, { ...given, log: (line) => lines.push(line) });
  return {
    ...{ world, workspaceId, worker, sent, addresses, lines },
    feedback: async (...events: readonly { readonly 'detail-type': string; readonly detail: object }[]) => {
      for (const event of events) await work(event, INVOCATION);
    },
    /** A further workspace of the same founder. */
    another: async () =>
      (await addWorkspace(context)({ id: userId, email: 'owner@acme.test' }, { name: 'Another' })).id,
    async mail(kind: MailJob['kind'] = 'summary', from = workspaceId) {
      const at = clock.now();
      const content: MailJob = { workspaceId: from, kind, about: context.ids.make('mtg'), occasion: 'summary', at };
      await context.changes.save({ at, jobs: [{ type: 'job.mail', content }] });
      await worker.run();
    },
    stop: async () => (await workspaces.find(context.table, workspaceId))?.state.mailStop,
    audited: async () => {
      const filter = { now: clock.now() };
      const { items } = await auditEvents.list(context.table, workspaceId, filter, { limit: 10, after: undefined });
      return items.map(({ action, actor, target, after }) => [action, actor.type, target.id, after]);
    },
  };
}

const bounces = (count: number, workspaceId: WorkspaceId, group: Group = 'members') =>
  Array.from({ length: count }, (_, nth) => bounceOf(`gone-${group}-${nth}@elsewhere.test`, workspaceId, group));

/** Of addresses that no other workspace has. */
const bouncesOf = (workspaceId: WorkspaceId, count: number) =>
  Array.from({ length: count }, (_, nth) => bounceOf(`gone-${nth}@${workspaceId}.test`, workspaceId));

describe('a workspace whose mail bounces', () => {
  it('mails no more once the bounces are too many, with an audit event and a metric', async () => {
    const { workspaceId, feedback, mail, addresses, stop, audited, lines, world, worker } = await aMailingWorkspace();

    await feedback(...bounces(6, workspaceId));
    await mail();

    expect(addresses()).toEqual([]);
    expect(worker.jobs()).toEqual([]);
    expect(await stop()).toEqual({ reason: 'bounces', at: world.clock.now(), stops: 'all' });
    expect(await audited()).toEqual([
      ['workspace.mail_stopped', 'service', workspaceId, { reason: 'bounces', stops: 'all' }],
    ]);
    expect(lines).toEqual([
      expect.objectContaining({ workspaceId, reason: 'bounces', stops: 'all', MailStopped: 1, stage: 'test' }),
    ]);
  });

  it('mails on below that, also where SES reports a bounce several times', async () => {
    const { workspaceId, feedback, mail, addresses, stop } = await aMailingWorkspace();

    for (let time = 0; time < 3; time += 1) await feedback(...bounces(5, workspaceId));
    await mail();

    expect([addresses(), await stop()]).toEqual([[ADA.email], undefined]);
  });

  it('is stopped by complaints as well', async () => {
    const { workspaceId, feedback, stop } = await aMailingWorkspace();

    await feedback(complaintOf('eve@elsewhere.test', workspaceId), complaintOf('dan@elsewhere.test', workspaceId));

    expect(await stop()).toMatchObject({ reason: 'complaints' });
  });

  it('is measured by the mails that it sent', async () => {
    const { world, workspaceId, feedback, stop, mail } = await aMailingWorkspace();
    const counts = mailCounts(world.context.table);
    const of = { of: workspaceId, group: 'members' } as const;
    for (let nth = 0; nth < 120; nth += 1) await counts.add(of, 'sent', world.clock.now());
    await mail();

    await feedback(...bounces(6, workspaceId));

    expect(await counts.recent(of, world.clock.now())).toEqual({ sent: 121, bounced: 6, complained: 0 });
    expect(await stop()).toBeUndefined();
  });

  it('is not measured by what bounced months ago', async () => {
    const { world, workspaceId, feedback, stop } = await aMailingWorkspace();
    const all = bounces(6, workspaceId);

    await feedback(...all.slice(0, 5));
    world.clock.advance(61 * DAY_MS);
    await feedback(...all.slice(5));

    expect(await stop()).toBeUndefined();
  });

  it('is not stopped by feedback that names no workspace, or one that is gone', async () => {
    const { feedback, stop } = await aMailingWorkspace();
    const gone = `wks_${'0'.repeat(26)}` as WorkspaceId;

    await feedback(...Array.from({ length: 9 }, (_, nth) => bounceOf(`gone-${nth}@elsewhere.test`)));
    await feedback(...bounces(9, gone));

    expect(await stop()).toBeUndefined();
  });

  it('still tells its owners about its own webhook endpoints', async () => {
    const { workspaceId, feedback, mail, addresses } = await aMailingWorkspace();

    await feedback(...bounces(6, workspaceId));
    await mail('operational');

    expect(addresses()).toEqual([ADA.email]);
  });

  it('mails again when the operator says so, and begins to count anew', async () => {
    const { world, workspaceId, feedback, mail, addresses, stop } = await aMailingWorkspace();
    await feedback(...bounces(6, workspaceId));
    expect(await changeWorkspace(world.context, workspaceId, {})).toContain('stopped by bounces');

    expect(await changeWorkspace(world.context, workspaceId, {}, {}, { resumesMail: true })).not.toContain('stopped');
    await feedback(bounceOf('another@elsewhere.test', workspaceId));
    await mail();

    expect([addresses(), await stop()]).toEqual([[ADA.email], undefined]);
  });
});

describe('the other workspaces of the founder of a workspace whose mail was stopped', () => {
  it('mail members, strangers and invitations as before, whatever bounces in it', async () => {
    const { workspaceId, another, feedback, mail, sent } = await aMailingWorkspace(ADA, EVE);
    const other = await another();

    await feedback(...bounces(50, workspaceId), complaintOf('dan@elsewhere.test', workspaceId));
    await mail('summary', other);
    await mail('invitation', other);

    const both = [ADA.email, EVE.email];
    expect(sent.map(({ kind, to }) => [kind, to.email])).toEqual(
      ['summary', 'invitation'].flatMap((kind) => both.map((email) => [kind, email])),
    );
  });

  it('mail on after a bounce of their own', async () => {
    const { workspaceId, another, feedback, mail, addresses } = await aMailingWorkspace(ADA, EVE);
    const other = await another();

    await feedback(...bounces(50, workspaceId), ...bouncesOf(other, 5));
    await mail('summary', other);

    expect(addresses()).toEqual([ADA.email, EVE.email]);
  });

  it('mail their members, and no strangers and invitations, once a second one was stopped', async () => {
    const { world, workspaceId, another, feedback, mail, sent } = await aMailingWorkspace(ADA, EVE);
    const [second, other] = [await another(), await another()];

    await feedback(...bounces(6, workspaceId), ...bouncesOf(second, 6));
    await mail('summary', other);
    await mail('invitation', other);

    expect(sent.map(({ kind, to }) => [kind, to.email])).toEqual([['summary', ADA.email]]);
    // The role of the worker denies it the partitions of users.
    const written = world.dynamo.items().filter(({ type }) => type?.S === 'mail_stop' || type?.S === 'mail_counts');
    expect(written.filter(({ pk }) => pk?.S?.startsWith('usr_'))).toEqual([]);
    expect(written).not.toEqual([]);
  });

  it('are stopped by the same number of bounces, however many of them share these', async () => {
    const { workspaceId, another, feedback, mail, addresses } = await aMailingWorkspace(EVE);
    const others = await Promise.all(Array.from({ length: 6 }, another));

    await feedback(...bounces(6, workspaceId), ...others.flatMap((one) => bouncesOf(one, 1)));
    await mail('summary', await another());

    expect(addresses()).toEqual([]);
  });

  it('are stopped by what all of them did together', async () => {
    const { workspaceId, another, feedback, mail, addresses, stop, lines } = await aMailingWorkspace(ADA, EVE);
    const other = await another();

    await feedback(complaintOf('one@elsewhere.test', other, 'strangers'));
    expect(await stop()).toBeUndefined();
    await feedback(complaintOf('other@elsewhere.test', workspaceId, 'strangers'));
    await mail('summary', other);

    expect(await stop()).toMatchObject({ reason: 'complaints', stops: 'strangers' });
    expect([addresses(), lines.length]).toEqual([[ADA.email], 1]);
  });

  it('go on with invitations where only mail to strangers was stopped', async () => {
    const { workspaceId, another, feedback, mail, addresses } = await aMailingWorkspace();
    const other = await another();

    await feedback(...bounces(6, workspaceId, 'strangers'));
    await mail('invitation', other);

    expect(addresses()).toEqual([ADA.email]);
  });

  it('mail again when the operator says so of a workspace that was stopped', async () => {
    const { world, workspaceId, another, feedback, mail, addresses } = await aMailingWorkspace(ADA, EVE);
    const [second, other] = [await another(), await another()];
    await feedback(...bounces(6, workspaceId), ...bouncesOf(second, 6));
    expect(await changeWorkspace(world.context, other, {})).toContain(
      'stopped by bounces of other workspaces of its founder',
    );

    await changeWorkspace(world.context, workspaceId, {}, {}, { resumesMail: true });
    await mail('summary', other);

    expect(addresses()).toEqual([ADA.email, EVE.email]);
  });
});

describe('strangers whose addresses bounce, in a meeting that an outsider set up', () => {
  it('stop the mail to strangers alone, and say so', async () => {
    const { workspaceId, feedback, mail, addresses, stop, audited, lines } = await aMailingWorkspace(ADA, EVE);

    await feedback(...bounces(6, workspaceId, 'strangers'));
    await mail();

    expect(addresses()).toEqual([ADA.email]);
    expect(await stop()).toMatchObject({ reason: 'bounces', stops: 'strangers' });
    expect(await audited()).toEqual([
      ['workspace.mail_stopped', 'service', workspaceId, { reason: 'bounces', stops: 'strangers' }],
    ]);
    expect(lines).toEqual([expect.objectContaining({ reason: 'bounces', stops: 'strangers', MailStopped: 1 })]);
  });

  it('do so by two complaints as well', async () => {
    const { workspaceId, feedback, mail, addresses, stop } = await aMailingWorkspace(ADA, EVE);

    const [one, other] = ['one@elsewhere.test', 'other@elsewhere.test'];
    await feedback(complaintOf(one, workspaceId, 'strangers'), complaintOf(other, workspaceId, 'strangers'));
    await mail();

    expect([addresses(), (await stop())?.reason]).toEqual([[ADA.email], 'complaints']);
  });

  it('are counted by the mails to strangers, and those to members by theirs', async () => {
    const { world, workspaceId, mail } = await aMailingWorkspace(ADA, EVE);
    await mail();

    const counts = mailCounts(world.context.table);
    const of = (group: Group) => counts.recent({ of: workspaceId, group }, world.clock.now());

    expect([(await of('members')).sent, (await of('strangers')).sent]).toEqual([1, 1]);
  });

  it('leave the rate of members to stop all mail', async () => {
    const { workspaceId, feedback, mail, addresses, stop } = await aMailingWorkspace(ADA, EVE);
    await feedback(...bounces(6, workspaceId, 'strangers'));

    await feedback(...bounces(6, workspaceId, 'members'));
    await mail();

    expect([addresses(), await stop()]).toEqual([[], expect.objectContaining({ stops: 'all' })]);
  });

  it('get mail again when the operator says so', async () => {
    const { world, workspaceId, feedback, mail, addresses } = await aMailingWorkspace(ADA, EVE);
    await feedback(...bounces(6, workspaceId, 'strangers'));
    expect(await changeWorkspace(world.context, workspaceId, {})).toContain('to strangers stopped by bounces');

    await changeWorkspace(world.context, workspaceId, {}, {}, { resumesMail: true });
    await mail();

    expect(addresses()).toEqual([ADA.email, EVE.email]);
  });
});
