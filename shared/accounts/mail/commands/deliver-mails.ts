import { founderStops } from '#shared/accounts/mail/founder-stops-store';
import { mailCounts } from '#shared/accounts/mail/mail-counts-store';
import { mailIdOf, mailRecords } from '#shared/accounts/mail/mail-records-store';
import type { MailProviders } from '#shared/accounts/mail/ports';
import {
  type ComposedMail,
  type MailComposers,
  MailDenied,
  type Mailer,
  MailNotAccepted,
  type OutgoingMail,
} from '#shared/accounts/mail/ports';
import {
  addressees,
  groupOf,
  isAbandoned,
  isLimited,
  isStale,
  type MailJob,
  type MailTo,
  type Recipient,
  triedAgainAt,
} from '#shared/accounts/mail/rules/mail';
import { FIRST_OF_WORKSPACE, usesOfMail } from '#shared/accounts/mail/rules/mail-limits';
import { isStopped, isStoppedByFounder } from '#shared/accounts/mail/rules/mail-reputation';
import { mailboxHashOf, type Subscription, suppressions } from '#shared/accounts/mail/suppressions-store';
import { readMailTrust } from '#shared/accounts/workspaces/mail-trust-store';
import type { MailTrust } from '#shared/accounts/workspaces/rules/mail-trust';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { giveBackAll, type TakenUses, takeUses } from '#shared/foundation/commands/take-uses';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitName } from '#shared/foundation/core/limits';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { Use } from '#shared/foundation/core/uses';

interface Needs {
  readonly mailer: Mailer;
  readonly composers: MailComposers;
  /** The link by which the owner of an address unsubscribes. */
  readonly unsubscribeUrlOf: (subscription: Subscription) => Promise<string>;
  /** A mail of which it is unknown whether it was sent, or a job that was too late; `id` holds no address. */
  readonly reportFailure: (id: string, error: unknown) => void;
  /** A mail that is not sent, since a limit has no room for it; `id` holds no address. */
  readonly reportLimited: (id: string, limit: LimitName) => void;
  /** Mails about a resource, all or those to strangers, are not sent, since the mail of the workspace is stopped. */
  readonly reportNotSent: (about: MailJob['about'], workspaceId: WorkspaceId) => void;
  readonly mailProviders: MailProviders;
}

type Context = Pick<CommandContext, 'table' | 'clock' | 'useOf' | 'limitCounter'>;

/** The result of a step: done, or what is left for a later one, after `tries` without success in a row. */
export type MailProgress = 'done' | { readonly tries: number; readonly notBefore?: Instant };

/** Work of one step. */
const STEP_MS = 20 * SECOND_MS;

/**
 * Sends the mail of a job to each of its addressees who has none yet, for at most 20 seconds. Each is recorded before it
 * is handed over, so a repeated step, a second worker and a second job for the same occasion send nothing twice. Where
 * the mail service takes none for now, the rest is tried again later, for a day. Throws `MailDenied`.
 */
export const deliverMails =
  (context: Context, needs: Needs) =>
  async (job: MailJob, tries: number): Promise<MailProgress> => {
    const now = context.clock.now();
    if (isStale(job, now)) {
      needs.reportFailure(job.about, new Error('The mail was not accepted within a day and is not sent.'));
      return 'done';
    }
    const made = await compose(context, needs, job);
    if (!made) return 'done';
    return sendAll(context, needs, { ...made, job, tries, until: (now + STEP_MS) as Instant });
  };

interface Made {
  readonly composed: ComposedMail;
  readonly trust: MailTrust;
  readonly founderId: UserId;
}

async function compose({ table }: Context, needs: Needs, job: MailJob): Promise<Made | undefined> {
  const { composers, mailProviders } = needs;
  const composer = composers[job.kind];
  if (!composer) throw new Error(`No mail of the kind ${job.kind} is composed here.`);
  const workspace = await workspaces.find(table, job.workspaceId);
  if (!workspace || workspace.state.archivedAt !== null) return undefined;
  const stop = isLimited(job.kind) ? workspace.state.mailStop : undefined;
  if (isStopped(stop, 'members')) {
    needs.reportNotSent(job.about, job.workspaceId);
    return undefined;
  }
  const composed = await composer(job, workspace.state);
  if (!composed) return undefined;
  const founderId = founderOf(workspace.state);
  const founderStop = isLimited(job.kind) ? await founderStops(table).find(founderId) : undefined;
  const recipients = composed.recipients.filter((recipient) => {
    const group = groupOf(recipient);
    return !isStopped(stop, group) && !isStoppedByFounder(founderStop, { kind: job.kind, group });
  });
  if (recipients.length < composed.recipients.length) needs.reportNotSent(job.about, job.workspaceId);
  const trust = await readMailTrust(table, workspace.state, mailProviders);
  return { composed: { ...composed, recipients }, trust, founderId };
}

interface Round extends Made {
  readonly job: MailJob;
  readonly tries: number;
  readonly until: Instant;
}

async function sendAll(context: Context, needs: Needs, { tries, until, ...round }: Round): Promise<MailProgress> {
  let sent = 0;
  for (const recipient of addressees(round.composed.recipients)) {
    if (context.clock.now() >= until) return { tries: 0 };
    try {
      if ((await sendOne(context, needs, { ...round, recipient })) === 'sent') sent += 1;
    } catch (error) {
      if (!(error instanceof MailNotAccepted)) throw error;
      const failed = sent > 0 ? 0 : tries;
      return { tries: failed + 1, notBefore: triedAgainAt(failed, context.clock.now()) };
    }
  }
  return 'done';
}

interface One extends Pick<Round, 'job' | 'composed' | 'trust' | 'founderId'> {
  readonly recipient: Recipient;
}

async function sendOne(
  context: Context,
  needs: Needs,
  { job, composed, trust, founderId, recipient }: One,
): Promise<'sent' | 'not sent'> {
  const records = mailRecords(context.table);
  const { workspaceId, kind } = job;
  const mail: MailTo = { ...job, email: recipient.email };
  const [recorded, isSuppressed] = await Promise.all([
    records.find(mail),
    suppressions(context.table).isSuppressed({ workspaceId, kind, email: recipient.email }),
  ]);
  if (recorded) {
    if (isAbandoned(recorded, context.clock.now())) {
      needs.reportFailure(mailIdOf(mail), new Error('The worker ended while it sent the mail.'));
      await records.end(mail, 'unknown');
    }
    return 'not sent';
  }
  if (isSuppressed) {
    await composed.notSent?.();
    await records.add(mail, 'suppressed', context.clock.now());
    return 'not sent';
  }
  const addressHash = mailboxHashOf(recipient.email);
  const unsubscribeUrl = await needs.unsubscribeUrlOf({ workspaceId, kind, addressHash });
  const content = composed.write(recipient, unsubscribeUrl);
  const { fromName } = composed;
  const outgoing = { id: mailIdOf(mail), kind, workspaceId, to: recipient, fromName, unsubscribeUrl, ...content };
  const limits = await takeLimits(context, { job, trust, founderId, recipient });
  if ('reached' in limits) {
    await composed.notSent?.();
    if (await records.add(mail, 'limited', context.clock.now())) needs.reportLimited(outgoing.id, limits.reached);
    return 'not sent';
  }
  if (!(await records.add(mail, 'sending', context.clock.now()))) {
    await giveBackAll(context.limitCounter, limits.taken);
    return 'not sent';
  }
  const outcome = await handOver(context, needs, { mail, outgoing, uses: limits.taken });
  if (outcome === 'sent')
    for (const subject of [workspaceId, founderId])
      await mailCounts(context.table).add({ of: subject, group: groupOf(recipient) }, 'sent', context.clock.now());
  return outcome;
}

/** Mail to owners about their own workspace is not limited: a limit that others used up would hide a failure. */
async function takeLimits(
  { useOf, limitCounter, clock }: Context,
  { job, trust, founderId, recipient: { email } }: Omit<One, 'composed'>,
): Promise<TakenUses> {
  const { kind, workspaceId } = job;
  if (!isLimited(kind)) return { taken: [] };
  const limited = { workspaceId, founderId, kind, trust, email, addressHash: mailboxHashOf(email) };
  const now = clock.now();
  const taken = await takeUses(limitCounter)(usesOfMail(useOf, limited, now));
  if (!('reached' in taken) || taken.reached !== FIRST_OF_WORKSPACE) return taken;
  return takeUses(limitCounter)(usesOfMail(useOf, { ...limited, isRepeated: true }, now));
}

interface Handed {
  readonly mail: MailTo;
  readonly outgoing: OutgoingMail;
  /** What it used up of limits: given back where it was certainly not accepted. */
  readonly uses: readonly Use[];
}

/** Never sends again what may have been sent: only a mail that was certainly not accepted loses its record. */
async function handOver(
  context: Context,
  needs: Needs,
  { mail, outgoing, uses }: Handed,
): Promise<'sent' | 'not sent'> {
  const records = mailRecords(context.table);
  try {
    const outcome = await needs.mailer.send(outgoing, context.clock.now());
    await records.end(mail, outcome);
    return outcome === 'sent' ? 'sent' : 'not sent';
  } catch (error) {
    if (error instanceof MailNotAccepted || error instanceof MailDenied) {
      await records.drop(mail).catch((notDropped: unknown) => {
        // The record stays, and so no later job sends the mail.
        needs.reportFailure(outgoing.id, error);
        throw notDropped;
      });
      await giveBackAll(context.limitCounter, uses);
      throw error;
    }
    needs.reportFailure(outgoing.id, error);
    await records.end(mail, 'unknown');
    return 'not sent';
  }
}
