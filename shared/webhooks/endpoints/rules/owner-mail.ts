import { escapeHtml } from '#shared/accounts/mail/rules/html';
import type { MailJob } from '#shared/accounts/mail/rules/mail';
import { unlinked } from '#shared/accounts/mail/rules/unlinked';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { type Instant, isoOf, utcDateOf } from '#shared/foundation/core/time';
import type { WebhookEndpoint } from '#shared/webhooks/endpoints/rules/webhook-endpoint';

/** What the owners of a workspace are mailed about. */
const OCCASIONS = ['failing', 'disabled'] as const;
type Occasion = (typeof OCCASIONS)[number];

/**
 * The job that mails the owners, for the transaction of the change; none for other events. An endpoint that fails and
 * recovers all day causes one mail a day.
 */
export function ownerMailJobs(type: string, { id, workspaceId }: WebhookEndpoint, at: Instant) {
  const occasion = OCCASIONS.find((one) => type === `webhook_endpoint.${one}`);
  if (occasion === undefined) return [];
  const content: MailJob = {
    workspaceId,
    kind: 'operational',
    about: id,
    occasion: `${occasion} ${utcDateOf(at)}`,
    at,
  };
  return [{ type: 'job.mail', content } as const];
}

/** The occasion of a job, while it still holds: no mail says that an endpoint fails that has recovered. */
export function occasionOf({ occasion }: MailJob, endpoint: WebhookEndpoint): Occasion | undefined {
  if (occasion.startsWith('disabled')) return endpoint.status === 'disabled' ? 'disabled' : undefined;
  return endpoint.failingSince !== null && endpoint.status === 'enabled' ? 'failing' : undefined;
}

interface Facts {
  readonly occasion: Occasion;
  readonly endpoint: WebhookEndpoint;
  readonly workspace: Pick<Workspace, 'name'>;
  /** The page with the events of the workspace. */
  readonly eventsUrl: string;
  readonly unsubscribeUrl: string;
}

/** A short plain mail. It names the host of the endpoint: its path may be a secret. */
export function ownerMail({ occasion, endpoint, workspace, eventsUrl, unsubscribeUrl }: Facts) {
  const host = new URL(endpoint.url).host;
  const sentences = [
    `The webhook endpoint ${endpoint.id} at ${host}, of the workspace ${unlinked(workspace.name)}, ${stateOf(occasion, endpoint)}`,
    occasion === 'failing'
      ? 'Each event is attempted 21 times in about 14 hours. All of them are kept for 30 days and can be sent again.'
      : 'It gets no more events. What it missed is kept for 30 days and can be sent again once it is enabled.',
  ];
  return {
    subject:
      occasion === 'failing' ? `Webhook endpoint at ${host} is failing` : `Webhook endpoint at ${host} is disabled`,
    text: `${sentences.join('\n\n')}\n\nIts events: ${eventsUrl}\n\nNo more mail of this kind: ${unsubscribeUrl}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: sans-serif; line-height: 1.5">
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')}
<p><a href="${escapeHtml(eventsUrl)}">See its events</a></p>
<p><small><a href="${escapeHtml(unsubscribeUrl)}">No more mail of this kind</a></small></p>
</body></html>`,
  };
}

function stateOf(occasion: Occasion, { failingSince, disabledReason }: WebhookEndpoint): string {
  const since = failingSince === null ? '' : ` since ${minuteOf(failingSince)}`;
  if (occasion === 'failing') return `has acknowledged no event${since}.`;
  return disabledReason === 'failing'
    ? `was disabled because it has acknowledged no event${since}.`
    : 'was disabled by one of its administrators.';
}

/** `2026-10-12 09:30 UTC` */
const minuteOf = (at: Instant): string => `${isoOf(at).slice(0, 16).replace('T', ' ')} UTC`;
