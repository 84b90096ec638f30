import { provisionUser } from '#shared/accounts/identity/commands/provision-user';
import { MailNotAccepted } from '#shared/accounts/mail/ports';
import type { MailJob } from '#shared/accounts/mail/rules/mail';
import { trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { aComposer, aMailer } from '#test/support/a-mailer';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';

const people = (count: number, domain: string) =>
  Array.from({ length: count }, (_, nth) => ({ email: `person-${nth}@${domain}`, name: null }));
const ADA = { email: 'ada@acme.test', name: null };

/** A deployment in which jobs mail these people, with other limits than the documented ones where they are given. */
function aDeployment(recipients: readonly { email: string; name: null }[], limits: LimitOverrides = {}) {
  const { mailer, sent, addresses } = aMailer();
  const plain = aWorld();
  const world = { ...plain, context: { ...plain.context, useOf: useFactory(limits) } };
  const { context } = world;
  const composer = aComposer(...recipients);
  const worker = mailWorker(world, {
    mailer,
    composers: { summary: composer, operational: composer, invitation: composer },
  });
  return {
    ...{ world, worker, sent, addresses },
    /** A workspace of an owner with this address. */
    aWorkspaceOf: async (email: string) =>
      (await provisionUser(context)({ email, workspace: { name: 'Acme', emailDomains: [] } })).workspaceId,
    /** Runs a job about another meeting. */
    async mailFrom(workspaceId: WorkspaceId, kind: MailJob['kind'] = 'summary') {
      const at = context.clock.now();
      const about = context.ids.make('mtg');
      const content: MailJob = { workspaceId, kind, about, occasion: 'summary', at };
      await context.changes.save({ at, jobs: [{ type: 'job.mail', content }] });
      while (worker.jobs().length > 0) await worker.run();
    },
  };
}

describe('the limits of mail', () => {
  it('stop at 200 mails a day of a workspace of a mail provider’s address, without an error', async () => {
    const { worker, addresses, aWorkspaceOf, mailFrom, world } = aDeployment(people(201, 'elsewhere.test'));
    const workspaceId = await aWorkspaceOf('mallory@gmail.com');

    await mailFrom(workspaceId);

    expect(addresses()).toHaveLength(200);
    expect(worker.lines.filter((line) => 'limit' in line)).toEqual([
      expect.objectContaining({ limit: 'workspace_mails', MailLimited: 1, stage: 'test', _aws: expect.anything() }),
    ]);
    expect(JSON.stringify([worker.lines, world.dynamo.items()])).not.toContain('@elsewhere.test');
  });

  it('let a workspace mail again on the next day, but not what was over the limit', async () => {
    const { addresses, aWorkspaceOf, mailFrom, world } = aDeployment(people(2, 'elsewhere.test'), {
      workspace_mails: 1,
    });
    const workspaceId = await aWorkspaceOf('mallory@gmail.com');

    await mailFrom(workspaceId);
    world.clock.advance(DAY_MS);
    await mailFrom(workspaceId);

    expect(addresses()).toEqual(['person-0@elsewhere.test', 'person-0@elsewhere.test']);
  });

  it('hold for all workspaces of one founder together, and leave mail to domains that the operator verified', async () => {
    // The first mail of each is its own.
    const limits = { trusted_workspace_mails: 9, trusted_user_mails: 1 };
    const recipients = [...people(2, 'elsewhere.test'), ADA];
    const { addresses, mailFrom, world } = aDeployment(recipients, limits);
    const { userId, workspaceId } = await world.anOwner('Acme');
    const others = [await world.aWorkspaceOf(userId, 'Second'), await world.aWorkspaceOf(userId, 'Third')];
    for (const one of [workspaceId, ...others.map(({ id }) => id)]) {
      await trustMail(world.context)(one, { verifiedDomains: ['acme.test'] });
      await mailFrom(one);
    }

    expect(addresses().filter((email) => email !== ADA.email)).toHaveLength(4);
    expect(addresses().filter((email) => email === ADA.email)).toHaveLength(3);
  });

  it('hold for mail to the domain of the founder’s own address as for any other', async () => {
    const limits = { trusted_workspace_mails: 9, trusted_user_mails: 1 };
    const { addresses, mailFrom, world } = aDeployment(people(3, 'acme.test'), limits);
    const { userId, workspaceId } = await world.anOwner('Acme');

    for (const one of [workspaceId, (await world.aWorkspaceOf(userId, 'Second')).id]) await mailFrom(one);

    expect(addresses()).toHaveLength(3);
  });

  it('stop at the invitations of all workspaces of one founder, until the operator verifies the domain or approves', async () => {
    const limits = { unvouched_invitation_mails: 3, user_unvouched_invitation_mails: 3 };
    const { addresses, mailFrom, world } = aDeployment(people(5, 'acme.test'), limits);
    const { userId, workspaceId } = await world.anOwner('Acme');
    const [second, third] = [await world.aWorkspaceOf(userId, 'Second'), await world.aWorkspaceOf(userId, 'Third')];
    const sentBy = async (one: WorkspaceId) => {
      const before = addresses().length;
      await mailFrom(one, 'invitation');
      return addresses().length - before;
    };

    // The first one of each is its own.
    const sent = [await sentBy(workspaceId), await sentBy(second.id), await sentBy(third.id)];
    await trustMail(world.context)(workspaceId, { verifiedDomains: ['acme.test'] });

    expect([...sent, await sentBy(workspaceId)]).toEqual([3, 2, 1, 5]);
  });

  it('are larger for a workspace with a verified domain', async () => {
    const limits = { workspace_mails: 1, trusted_workspace_mails: 3 };
    const { addresses, aWorkspaceOf, mailFrom } = aDeployment(people(4, 'elsewhere.test'), limits);

    await mailFrom(await aWorkspaceOf('owner@acme.test'));

    expect(addresses()).toHaveLength(3);
  });

  it('stop at 20 mails a day of one workspace to one address', async () => {
    const { addresses, aWorkspaceOf, mailFrom } = aDeployment([ADA]);
    const workspaceId = await aWorkspaceOf('owner@acme.test');

    for (let nth = 0; nth < 21; nth += 1) await mailFrom(workspaceId);

    expect(addresses()).toHaveLength(20);
  });

  it('stop at 10 mails a day to one address of workspaces of other domains, and leave the rest to its own', async () => {
    const { sent, aWorkspaceOf, mailFrom } = aDeployment([ADA]);

    for (let nth = 0; nth < 12; nth += 1) await mailFrom(await aWorkspaceOf(`mallory-${nth}@evil-${nth}.test`));
    expect(sent).toHaveLength(10);
    for (let nth = 0; nth < 3; nth += 1) {
      const workspaceId = await aWorkspaceOf('owner@acme.test');
      for (let mail = 0; mail < 20; mail += 1) await mailFrom(workspaceId);
    }

    expect(sent).toHaveLength(50);
  });

  it('stop at the invitations of 10 workspaces of other domains a day to one address, and leave those of its own', async () => {
    const { sent, aWorkspaceOf, mailFrom } = aDeployment([ADA]);

    for (let nth = 0; nth < 12; nth += 1) await mailFrom(await aWorkspaceOf(`m-${nth}@evil-${nth}.test`), 'invitation');
    expect(sent).toHaveLength(10);
    await mailFrom(await aWorkspaceOf('owner@acme.test'), 'invitation');

    expect(sent).toHaveLength(11);
  });

  it('mail the invitation of a workspace though others have repeated theirs', async () => {
    const { sent, aWorkspaceOf, mailFrom } = aDeployment([ADA]);
    for (const mallory of ['mallory@evil.test', 'mallory@worse.test']) {
      const strangers = await aWorkspaceOf(mallory);
      for (let nth = 0; nth < 3; nth += 1) await mailFrom(strangers, 'invitation');
    }
    const before = sent.length;

    for (const genuine of ['one@partner.test', 'two@customer.test', 'three@customer.test'])
      await mailFrom(await aWorkspaceOf(genuine), 'invitation');

    expect([before, sent.length - before]).toEqual([4, 3]);
  });

  it('stop at the invitations of 3 workspaces of one founder a day to one address', async () => {
    const { sent, mailFrom, world } = aDeployment([{ email: 'victim@elsewhere.test', name: null }]);
    const { userId, workspaceId } = await world.anOwner('Acme');
    await mailFrom(workspaceId, 'invitation');
    for (let nth = 0; nth < 4; nth += 1)
      await mailFrom((await world.aWorkspaceOf(userId, `Acme ${nth}`)).id, 'invitation');

    expect(sent).toHaveLength(3);
  });

  it('hold for all addresses of one mailbox', async () => {
    const { addresses, aWorkspaceOf, mailFrom } = aDeployment(
      ['victim+0', 'vic.tim+1', 'victim', 'v.ictim'].map((local) => ({ email: `${local}@gmail.com`, name: null })),
    );

    await mailFrom(await aWorkspaceOf('mallory@evil.test'), 'invitation');

    expect(addresses()).toHaveLength(3);
  });

  it('take nothing for a mail that goes over one of them', async () => {
    const limits = { workspace_mails: 2, workspace_address_mails: 1 };
    const { addresses, aWorkspaceOf, mailFrom } = aDeployment([ADA], limits);
    const workspaceId = await aWorkspaceOf('mallory@gmail.com');

    for (let nth = 0; nth < 3; nth += 1) await mailFrom(workspaceId);

    expect(addresses()).toHaveLength(1);
  });

  it('are not used up by a mail that the mail service did not accept', async () => {
    const { world, aWorkspaceOf, mailFrom } = aDeployment([], { workspace_mails: 1 });
    const workspaceId = await aWorkspaceOf('mallory@gmail.com');
    await mailFrom(workspaceId);
    let refusals = 1;
    const { mailer, addresses } = aMailer(() => {
      refusals -= 1;
      if (refusals >= 0) throw new MailNotAccepted('not now');
      return undefined;
    });
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA) } });
    const at = world.clock.now();
    const content: MailJob = {
      ...{ workspaceId, kind: 'summary', about: world.context.ids.make('mtg'), occasion: 'summary', at },
    };
    await world.context.changes.save({ at, jobs: [{ type: 'job.mail', content }] });

    await worker.run();
    world.clock.advance(HOUR_MS);
    await worker.run();

    expect(addresses()).toEqual([ADA.email]);
  });

  it('do not hold for mail to the owners of a workspace about itself', async () => {
    const { addresses, aWorkspaceOf, mailFrom } = aDeployment([ADA], { workspace_mails: 0, address_mails: 0 });

    await mailFrom(await aWorkspaceOf('mallory@gmail.com'), 'operational');

    expect(addresses()).toEqual([ADA.email]);
  });
});
