import { MailDenied, MailNotAccepted } from '#shared/accounts/mail/ports';
import type { MailJob } from '#shared/accounts/mail/rules/mail';
import { addressHashOf, mailboxHashOf, suppressions } from '#shared/accounts/mail/suppressions-store';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { aComposer, aMailer } from '#test/support/a-mailer';
import { APP_URL, aWorld, type World } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { mailWorker } from '#test/support/mail-worker';
import { untilKilled } from '#test/support/until-killed';

const ADA = { email: 'Ada@example.com', name: 'Ada' };
const BOB = { email: 'bob@example.com', name: null };

/** A workspace with jobs of mail about one of its meetings. */
async function aWorldWithMail(jobs = 1) {
  const world = aWorld();
  const { workspaceId } = await world.anOwner();
  const { context, clock } = world;
  const about = context.ids.make('mtg');
  const ask = () => {
    const at = clock.now();
    const content: MailJob = { workspaceId, kind: 'summary', about, occasion: 'summary', at };
    return context.changes.save({ at, jobs: [{ type: 'job.mail', content }] });
  };
  for (let nth = 0; nth < jobs; nth += 1) await ask();
  return { world, workspaceId, ask };
}

const statusesIn = ({ dynamo }: World) =>
  dynamo.items().flatMap(({ type, status }) => (type?.S === 'mail' ? [status?.S] : []));

const failing = (error: Error) => () => {
  throw error;
};

describe('sending mail', () => {
  it('sends one mail to each address, with a link to unsubscribe', async () => {
    const { world, workspaceId } = await aWorldWithMail();
    const { mailer, sent } = aMailer();
    const worker = mailWorker(world, {
      mailer,
      composers: { summary: aComposer(ADA, BOB, { ...ADA, email: 'ada@EXAMPLE.com' }) },
    });

    await worker.run();

    expect(sent.map(({ to, kind, workspaceId }) => [to.email, kind, workspaceId])).toEqual([
      ['Ada@example.com', 'summary', workspaceId],
      ['bob@example.com', 'summary', workspaceId],
    ]);
    const [{ unsubscribeUrl, text }] = sent as [(typeof sent)[number]];
    expect(unsubscribeUrl).toMatch(
      new RegExp(`^${APP_URL}/unsubscribe\\?token=${workspaceId}\\.summary\\.[\\w-]{43}\\.[\\w-]{43}$`),
    );
    expect(text).toContain(unsubscribeUrl);
    expect(worker.jobs()).toEqual([]);
  });

  it('sends a mail once, whatever the number of jobs for the occasion', async () => {
    const { world, ask } = await aWorldWithMail(3);
    const { mailer, addresses } = aMailer();
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA) } });

    await worker.run();
    await ask();
    await worker.run();

    expect(addresses()).toEqual(['Ada@example.com']);
  });

  it('keeps no address in the table', async () => {
    const { world } = await aWorldWithMail();
    const { mailer } = aMailer();

    await mailWorker(world, { mailer, composers: { summary: aComposer(BOB) } }).run();

    expect(JSON.stringify(world.dynamo.items())).not.toContain('bob@example.com');
  });

  it('does not send a mail again when it is unknown whether it was sent', async () => {
    const { world, ask } = await aWorldWithMail();
    let calls = 0;
    const { mailer, addresses } = aMailer(({ to }) => {
      calls += 1;
      if (to.email === ADA.email) throw new Error('socket hang up');
      return undefined;
    });
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });

    await worker.run();
    await ask();
    await worker.run();

    expect(calls).toBe(2);
    expect(addresses()).toEqual(['bob@example.com']);
    expect(worker.lines.filter(({ error }) => error !== undefined)).toEqual([
      expect.objectContaining({ error: 'Error' }),
    ]);
    expect(JSON.stringify(worker.lines)).not.toContain('Ada');
  });

  it.each([1, 2, 3, 4, 5, 6, 7])('sends no mail twice after a worker was killed at write %s', async (after) => {
    for (const keepsLast of [false, true]) {
      const { world } = await aWorldWithMail();
      const { mailer, addresses } = aMailer();
      const composers = { summary: aComposer(ADA, BOB) };
      const table = untilKilled(world.context.table, { after, keepsLast });
      const dying = { ...world, context: { ...world.context, table } };
      await mailWorker(dying, { mailer, composers })
        .run()
        .catch(() => undefined);
      // Its lease has to lapse first.
      world.clock.advance(5 * MINUTE_MS);

      const worker = mailWorker(world, { mailer, composers });
      await worker.run();

      expect(addresses()).toEqual([...new Set(addresses())]);
      expect(worker.jobs()).toEqual([]);
      const statuses = statusesIn(world);
      expect(statuses.filter((status) => status !== 'sent' && status !== 'unknown')).toEqual([]);
      expect(worker.lines.filter(({ error }) => error !== undefined)).toHaveLength(
        statuses.filter((status) => status === 'unknown').length,
      );
      expect(statuses).toHaveLength(2);
    }
  });

  it('says so when the record of a mail that was not accepted cannot be dropped, which keeps it from being sent', async () => {
    const { world } = await aWorldWithMail();
    const { mailer } = aMailer(failing(new MailNotAccepted('Busy.')));
    const write: typeof world.context.table.write = (one) =>
      'remove' in one ? Promise.reject(new Error('throttled')) : world.context.table.write(one);
    const throttled = { ...world, context: { ...world.context, table: { ...world.context.table, write } } };
    const worker = mailWorker(throttled, { mailer, composers: { summary: aComposer(ADA) } });

    await expect(worker.run()).rejects.toThrow('throttled');

    expect(worker.lines).toEqual([expect.objectContaining({ mail: expect.any(String), error: 'MailNotAccepted' })]);
    expect(worker.jobs()).toHaveLength(1);
  });

  it('tries again later when the mail service takes none, ever later', async () => {
    const { world } = await aWorldWithMail();
    const { clock } = world;
    let isDown = true;
    const { mailer, addresses } = aMailer(() => {
      if (isDown) throw new MailNotAccepted('Busy.');
      return undefined;
    });
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });
    const waits: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await worker.run();
      const [job] = worker.jobs();
      waits.push(((job?.dueAt ?? 0) - clock.now()) / SECOND_MS);
      clock.advance((job?.dueAt ?? 0) - clock.now());
    }
    isDown = false;

    await worker.run();

    expect(waits).toEqual([30, 60, 120]);
    expect(addresses()).toEqual(['Ada@example.com', 'bob@example.com']);
    expect(worker.jobs()).toEqual([]);
  });

  it('fails, with a metric for the alarm, when the mail service denies the deployment; and sends once that is mended', async () => {
    const { world } = await aWorldWithMail();
    let isDenied = true;
    const { mailer, addresses } = aMailer(() => {
      if (isDenied) throw new MailDenied('No right.');
      return undefined;
    });
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });

    await expect(worker.run()).rejects.toThrow(MailDenied);

    expect(worker.lines).toEqual([
      expect.objectContaining({ error: 'MailDenied', stage: 'test', MailDenied: 1, _aws: expect.anything() }),
    ]);
    expect(worker.jobs()).toHaveLength(1);
    isDenied = false;
    await worker.run();
    expect(addresses()).toEqual(['Ada@example.com', 'bob@example.com']);
    expect(worker.jobs()).toEqual([]);
  });

  it('gives up after a day', async () => {
    const { world } = await aWorldWithMail();
    const { mailer, addresses } = aMailer();
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA) } });
    world.clock.advance(DAY_MS);

    await worker.run();

    expect(addresses()).toEqual([]);
    expect(worker.jobs()).toEqual([]);
    expect(worker.lines).toContainEqual(
      expect.objectContaining({ error: 'Error', mail: expect.stringMatching(/^mtg_/) }),
    );
  });

  it.each(['bounced', 'complained'] as const)('sends nothing to an address that %s', async (reason) => {
    const { world } = await aWorldWithMail();
    const { context, clock } = world;
    const { mailer, addresses } = aMailer();
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });
    await suppressions(context.table).suppress(addressHashOf('ADA@example.com'), reason, clock.now());

    await worker.run();

    expect(addresses()).toEqual(['bob@example.com']);
    expect(worker.jobs()).toEqual([]);
  });

  it('sends nothing of a kind and workspace that the address has unsubscribed from', async () => {
    const { world, workspaceId } = await aWorldWithMail();
    const { context, clock } = world;
    const { workspaceId: other } = await world.anOwner('Other');
    const { mailer, addresses } = aMailer();
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });
    const from = (email: string) => ({ workspaceId, kind: 'summary', addressHash: addressHashOf(email) }) as const;
    await suppressions(context.table).unsubscribe(from(ADA.email), clock.now());
    await suppressions(context.table).unsubscribe({ ...from(BOB.email), kind: 'operational' }, clock.now());
    await suppressions(context.table).unsubscribe({ ...from(BOB.email), workspaceId: other }, clock.now());

    await worker.run();

    expect(addresses()).toEqual(['bob@example.com']);
  });

  it('sends nothing to any address of a mailbox that has unsubscribed by the link of a mail to one of them', async () => {
    const { world, workspaceId } = await aWorldWithMail();
    const { context, clock } = world;
    const { mailer, addresses } = aMailer();
    const recipients = ['a.da+1@gmail.com', 'ada@googlemail.com', BOB.email].map((email) => ({ email, name: null }));
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(...recipients) } });
    const from = { workspaceId, kind: 'summary', addressHash: mailboxHashOf('ada+2@gmail.com') } as const;
    await suppressions(context.table).unsubscribe(from, clock.now());

    await worker.run();

    expect(addresses()).toEqual([BOB.email]);
  });

  it('sends nothing to an address with a plus sign that was suppressed before its mailbox was looked at', async () => {
    const { world } = await aWorldWithMail();
    const { mailer, addresses } = aMailer();
    const worker = mailWorker(world, {
      mailer,
      composers: { summary: aComposer({ email: 'ada+1@example.com', name: null }) },
    });
    await suppressions(world.context.table).suppress(
      addressHashOf('ada+1@example.com'),
      'complained',
      world.clock.now(),
    );

    await worker.run();

    expect(addresses()).toEqual([]);
  });

  it('goes on with the others after one was rejected', async () => {
    const { world } = await aWorldWithMail();
    const { mailer, addresses } = aMailer(({ to }) => (to.email === ADA.email ? 'rejected' : undefined));
    const worker = mailWorker(world, { mailer, composers: { summary: aComposer(ADA, BOB) } });

    await worker.run();

    expect(addresses()).toEqual(['bob@example.com']);
    expect(worker.jobs()).toEqual([]);
  });

  it.each([
    ['there is nothing to send any more', { summary: async () => undefined }, aMailer().mailer],
    ['the deployment sends no mail', { summary: aComposer(ADA) }, undefined],
  ])('ends the job where %s', async (_why, composers, mailer) => {
    const { world } = await aWorldWithMail();
    const worker = mailWorker(world, { mailer, composers });

    await worker.run();

    expect(worker.jobs()).toEqual([]);
  });

  it('lets a job fail whose mail cannot be rendered, without a record of the mail', async () => {
    const { world } = await aWorldWithMail();
    const { mailer, addresses } = aMailer();
    const broken = async () => ({ fromName: 'Acme', recipients: [ADA], write: failing(new Error('No template.')) });
    await expect(mailWorker(world, { mailer, composers: { summary: broken } }).run()).rejects.toThrow('No template.');

    await mailWorker(world, { mailer, composers: { summary: aComposer(ADA) } }).run();

    expect(addresses()).toEqual(['Ada@example.com']);
  });
});
