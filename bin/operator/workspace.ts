import { CliError } from '#bin/cli/cli-error';
import { flag, list, optional, required } from '#bin/cli/options';
import { choice, domainIn, id, type ValueType } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { printableInLine } from '#bin/operator/printable';
import { restoreWorkspace } from '#bin/operator/restore-workspace';
import { withStage } from '#bin/operator/stage';
import { founderStops } from '#shared/accounts/mail/founder-stops-store';
import { mailCounts } from '#shared/accounts/mail/mail-counts-store';
import { storedBytesLimit } from '#shared/accounts/usage/rules/stored-bytes';
import { LIMITED_KINDS, type LimitedKind } from '#shared/accounts/usage/rules/usage';
import { storedBytes } from '#shared/accounts/usage/stored-bytes-store';
import { allowHumanWork, type HumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { countForOwner } from '#shared/accounts/workspaces/commands/count-for-owner';
import { resumeMail } from '#shared/accounts/workspaces/commands/stop-mail';
import { type MailTrustChange, trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { AuditAction } from '#shared/foundation/audit-events/rules/audit-event';
import { auditingOperator } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type LimitChange, setUsageLimits } from '#shared/lifecycle/usage/commands/set-usage-limits';
import { downloadedOf, downloadUses } from '#shared/texts/downloads/downloads-store';

const onOrOff = choice('on', 'off');

/** Of months, and of stored bytes: 999 TB at most. */
const DIGITS = { counted: /^\d{1,9}$/, stored_bytes: /^\d{1,15}$/ } as const;

/** A limit of one kind; null removes it. */
export const limitType: ValueType<readonly [LimitedKind, number | null]> = {
  takes: `KIND=NUMBER or KIND=none, with a kind of ${LIMITED_KINDS.join(', ')}`,
  parse: (text) => {
    const [, name, value = ''] = /^([a-z_]+)=(none|\d+)$/.exec(text) ?? [];
    const kind = LIMITED_KINDS.find((one) => one === name);
    if (!kind || value === 'none') return kind && [kind, null];
    const digits = kind === 'stored_bytes' ? DIGITS.stored_bytes : DIGITS.counted;
    return digits.test(value) ? [kind, Number(value)] : undefined;
  },
};

/** A domain in lower case, or undefined for `none`. */
export const domainType: ValueType<{ readonly domain: string | undefined }> = {
  takes: 'a domain such as acme.com, or none for no domain',
  parse: (text) => {
    if (text.toLowerCase() === 'none') return { domain: undefined };
    const domain = domainIn(text);
    return domain === undefined ? undefined : { domain };
  },
};

/** npm run ops -- workspace: what the operator of a stage allows a workspace. */
export const workspace = operatorCommand({
  name: 'workspace',
  description: `Allows or forbids a workspace to order work of people (\`service: pro\`), limits what it may use in a month and store, allows it to mail people whom it only named (docs/mail.md), and says all of it.
With --restore it takes an archive back within 30 days, and with --count-for-owner it counts the workspace towards the limits of its present owner, not of who made it; they change nothing else.`,
  options: {
    id: required(id('wks'), 'id of the workspace'),
    'human-transcription': optional(onOrOff, 'transcriptions and subtitles by people'),
    'human-translation': optional(onOrOff, 'translations by people'),
    limit: list(limitType, 'what it may use in a month, or store (stored_bytes)'),
    'approve-mail': flag('approve mail to people whom it only named'),
    'revoke-mail-approval': flag('take that approval back'),
    'resume-mail': flag('let it mail again after bounces or complaints stopped its mail'),
    restore: flag('take an archive back, within 30 days of it'),
    'count-for-owner': flag('count it for its present owner: who made it, and left, uses their limits up'),
    'verified-domain': list(domainType, 'domains that belong to the workspace, in place of all before'),
  },
  run: async ({ id: workspaceId, restore, ...options }) => {
    if (options['count-for-owner']) return withStage(options, ({ context }) => moveToOwner(context, workspaceId));
    if (restore) return withStage(options, ({ context }) => restoreWorkspace(context, workspaceId));
    const change = {
      humanTranscription: isOn(options['human-transcription']),
      humanTranslation: isOn(options['human-translation']),
    };
    const limits = Object.fromEntries(options.limit);
    const trust = mailChangeIn(options);
    return withStage(options, ({ context }) => changeWorkspace(context, workspaceId, change, limits, trust));
  },
});

const isOn = (text: 'on' | 'off' | undefined): boolean | undefined => (text === undefined ? undefined : text === 'on');

export interface MailChange extends MailTrustChange {
  readonly resumesMail?: boolean;
}

interface MailOptions {
  readonly 'resume-mail': boolean;
  readonly 'approve-mail': boolean;
  readonly 'revoke-mail-approval': boolean;
  readonly 'verified-domain': readonly { readonly domain: string | undefined }[];
}

function mailChangeIn(options: MailOptions): MailChange {
  const named = options['verified-domain'];
  if (options['approve-mail'] && options['revoke-mail-approval'])
    throw new CliError('--approve-mail and --revoke-mail-approval exclude each other.');
  return {
    resumesMail: options['resume-mail'],
    mailApproved: options['approve-mail'] ? true : options['revoke-mail-approval'] ? false : undefined,
    verifiedDomains:
      named.length === 0 ? undefined : named.flatMap(({ domain }) => (domain === undefined ? [] : [domain])),
  };
}

/** Answers a sentence with what the workspace may order and mail now. Throws a CliError for an unknown id. */
export async function changeWorkspace(
  context: CommandContext,
  id: WorkspaceId,
  change: HumanWork,
  limitChange: LimitChange = {},
  mailChange: MailChange = {},
): Promise<string> {
  const { table } = context;
  const found = await workspaces.find(table, id);
  if (!found) throw new CliError(`There is no workspace ${id}`);
  const audited = (action: AuditAction) => auditingOperator(context, action, { workspaceId: id, targetId: id });
  const { name, humanTranscription, humanTranslation } = await allowHumanWork(audited('workspace.updated'))(id, change);
  const said = (allowed: boolean | undefined) => (allowed ? 'on' : 'off');
  const limits = await setUsageLimits(audited('workspace.limits_updated'))(id, limitChange);
  const { resumesMail = false, ...trustChange } = mailChange;
  if (resumesMail) {
    // First, so that the next bounce is not counted together with those of before.
    const founder = founderOf(found.state);
    for (const one of [id, founder]) await mailCounts(table).clear(one);
    await founderStops(table).resume(founder);
    await resumeMail(audited('workspace.updated'))(id);
  }
  const {
    mailApproved,
    verifiedDomains = [],
    mailStop,
  } = await trustMail(audited('workspace.updated'))(id, trustChange);
  const ofFounder = mailStop ? undefined : await founderStops(table).find(founderOf(found.state));
  const stopped = mailStop
    ? ` and ${mailStop.stops === 'all' ? '' : 'to strangers '}stopped by ${mailStop.reason}`
    : ofFounder
      ? ` and to people outside stopped by ${ofFounder.reason} of other workspaces of its founder`
      : '';
  const mail = `mail ${mailApproved ? 'approved' : 'not approved'}${stopped}, verified domains ${verifiedDomains.join(' ') || 'none'}`;
  const limited = limits.map(({ kind, limit, used }) => ` ${kind} ${used} of ${limit} this month.`).join('');
  const [after, used] = await Promise.all([workspaces.find(table, id), storedBytes(table, id)]);
  const stored = ` stored_bytes ${used} of ${storedBytesLimit(after?.state ?? {})}.`;
  return `${printableInLine(name)} (${id}): human transcription ${said(humanTranscription)}, human translation ${said(humanTranslation)}, ${mail}.${limited}${stored}${await downloadedToday(context, id, founderOf(found.state))}`;
}

/** Answers a sentence with whose limits the workspace counts for. Throws a CliError for an unknown id. */
export async function moveToOwner(context: CommandContext, id: WorkspaceId): Promise<string> {
  if (!(await workspaces.find(context.table, id))) throw new CliError(`There is no workspace ${id}`);
  const audited = auditingOperator(context, 'workspace.updated', { workspaceId: id, targetId: id });
  const { name, ownerId } = await countForOwner(audited)(id);
  return `${printableInLine(name)} (${id}) counts for the limits of its owner ${ownerId}.`;
}

/** By links, in this day (UTC), as far as S3 has told of it. */
async function downloadedToday(
  { table, useOf, clock }: CommandContext,
  workspaceId: WorkspaceId,
  founderId: UserId,
): Promise<string> {
  const uses = await downloadedOf(table, downloadUses(useOf, { workspaceId, founderId }, clock.now()));
  return uses.map(({ limit, used }) => ` ${limit} ${used} today.`).join('');
}
