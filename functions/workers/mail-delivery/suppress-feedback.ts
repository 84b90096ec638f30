import * as v from 'valibot';
import type { CommandContext } from '#shared/commands/context';
import type { JobEvent } from '#shared/events/job-worker';
import { addressHashOf, type SuppressionReason, suppressions } from '#shared/mail/suppressions-store';

const Recipients = v.array(v.object({ emailAddress: v.string() }));

/** What the rules of the bus let through of an event of SES. */
const Feedback = v.variant('detail-type', [
  v.object({
    'detail-type': v.literal('Email Bounced'),
    detail: v.object({ bounce: v.object({ bounceType: v.string(), bouncedRecipients: Recipients }) }),
  }),
  v.object({
    'detail-type': v.literal('Email Complaint Received'),
    detail: v.object({
      complaint: v.object({ complaintFeedbackType: v.nullish(v.string()), complainedRecipients: Recipients }),
    }),
  }),
]);
type Feedback = v.InferOutput<typeof Feedback>;

export const isFeedback = (event: JobEvent): boolean => event['detail-type'].startsWith('Email ');

/** Suppresses the addresses of a bounce or complaint in the whole deployment. Idempotent. */
export async function suppressFeedback({ table, clock }: CommandContext, event: JobEvent): Promise<string> {
  const feedback = v.parse(Feedback, event);
  const [addresses, reason] = suppressedBy(feedback);
  const at = clock.now();
  await Promise.all(addresses.map((address) => suppressions(table).suppress(addressHashOf(address), reason, at)));
  return addresses.length > 0 ? 'suppressed' : 'passed over';
}

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
