import * as v from 'valibot';
import { RECIPIENT_GROUPS, type RecipientGroup } from '#shared/accounts/mail/rules/mail-reputation';
import {
  addressHashOf,
  mailboxHashOf,
  type SuppressionReason,
  suppressions,
} from '#shared/accounts/mail/suppressions-store';
import type { CommandContext } from '#shared/foundation/commands/context';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { JobEvent } from '#shared/foundation/events/job-worker';

/** The tag `workspace` of the mail. A mail that was sent before this deployment handed it on has none. */
const Workspace = v.nullish(v.array(v.string()));

/** The tag `recipients`. A mail without one was sent before strangers were counted apart, and counts as one to members. */
const Group = v.nullish(v.array(v.picklist(RECIPIENT_GROUPS)));

const Recipients = v.array(v.object({ emailAddress: v.string() }));

/** What the rules of the bus let through of an event of SES. */
const Feedback = v.variant('detail-type', [
  v.object({
    'detail-type': v.literal('Email Bounced'),
    detail: v.object({
      bounce: v.object({ bounceType: v.string(), bouncedRecipients: Recipients }),
      workspace: Workspace,
      recipients: Group,
    }),
  }),
  v.object({
    'detail-type': v.literal('Email Complaint Received'),
    detail: v.object({
      complaint: v.object({ complaintFeedbackType: v.nullish(v.string()), complainedRecipients: Recipients }),
      workspace: Workspace,
      recipients: Group,
    }),
  }),
]);
type Feedback = v.InferOutput<typeof Feedback>;

export const isFeedback = (event: JobEvent): boolean => event['detail-type'].startsWith('Email ');

/** Counts a bounce or complaint of a workspace. */
type CountFeedback = (workspace: WorkspaceId, group: RecipientGroup, what: SuppressionReason) => Promise<void>;

/**
 * Suppresses the addresses of a bounce, or the mailboxes of a complaint, in the whole deployment, and counts those that are
 * new. Idempotent, but that a worker which dies in between does not count them.
 */
export async function suppressFeedback(
  { table, clock }: CommandContext,
  event: JobEvent,
  count: CountFeedback,
): Promise<string> {
  const feedback = v.parse(Feedback, event);
  const [addresses, reason] = suppressedBy(feedback);
  const workspaceId = idOf('wks', feedback.detail.workspace?.[0]);
  const group = feedback.detail.recipients?.[0] ?? 'members';
  for (const address of addresses) {
    const isNew = await suppressions(table).suppress(HASHES[reason](address), reason, clock.now());
    if (isNew && workspaceId) await count(workspaceId, group, reason);
  }
  return addresses.length > 0 ? 'suppressed' : 'passed over';
}

/**
 * A complaint is the owner's of the mailbox. A bounce is of an address: one with a tag may bounce where the mailbox does
 * well, and who chose the tag must not end the mail of others to it.
 */
const HASHES: Readonly<Record<SuppressionReason, (address: string) => string>> = {
  bounced: addressHashOf,
  complained: mailboxHashOf,
};

/** A transient bounce says nothing about the next mail; `not-spam` takes a complaint back before it was made. */
function suppressedBy(feedback: Feedback): readonly [addresses: readonly string[], reason: SuppressionReason] {
  if (feedback['detail-type'] === 'Email Bounced') {
    const { bounceType, bouncedRecipients } = feedback.detail.bounce;
    return [bounceType === 'Permanent' ? addressesOf(bouncedRecipients) : [], 'bounced'];
  }
  const { complaintFeedbackType, complainedRecipients } = feedback.detail.complaint;
  return [complaintFeedbackType === 'not-spam' ? [] : addressesOf(complainedRecipients), 'complained'];
}

const addressesOf = (recipients: v.InferOutput<typeof Recipients>): readonly string[] =>
  recipients.map(({ emailAddress }) => emailAddress);
