import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ConnectFailure } from '#shared/calendars/consent/commands/connect-failure';

interface Context {
  readonly workspace: string;
  readonly account: string;
  /** The address that the link expects. */
  readonly email: string;
}

/** What happened, and what the person can do. `retry` is the label of the button that starts again, if that can help. */
const failure = (
  status: ContentfulStatusCode,
  title: string,
  retry: string | undefined,
  messages: (context: Context) => readonly string[],
) => ({ status, title, retry, messages });

const NOTHING = 'Nothing was connected, and your calendar was not read.';
const NO_RETRY = undefined;
const TRY_AGAIN = 'Try again';
const OTHER_ACCOUNT = 'Use another account';

export const FAILURES: Readonly<Record<ConnectFailure, ReturnType<typeof failure>>> = {
  denied: failure(403, 'You did not allow access', TRY_AGAIN, ({ workspace }) => [
    NOTHING,
    `If that was a mistake, try again. Otherwise ${workspace} continues without your calendar.`,
  ]),
  missing_scope: failure(403, 'Calendar access was not selected', TRY_AGAIN, () => [
    'On the previous page, the box for your calendar was not ticked. Your calendar cannot be connected without it.',
    'Try again, and tick that box.',
  ]),
  admin_consent_required: failure(403, 'Your organization must approve this first', TRY_AGAIN, () => [
    'In your organization, only administrators can allow other services to read calendars.',
    'Ask your administrator to approve Rapporteur for your organization, then try again.',
  ]),
  shared_account: failure(422, 'This is a shared mailbox', OTHER_ACCOUNT, ({ account }) => [
    `${account} belongs to a team or a room.`,
    'Try again with your personal account.',
  ]),
  wrong_account: failure(403, 'This is a different account', OTHER_ACCOUNT, ({ account, email, workspace }) => [
    `You chose ${account}, but ${workspace} expects ${email}. ${NOTHING}`,
    'Try again with the expected account.',
  ]),
  calendar_already_connected: failure(
    409,
    'This calendar is already connected',
    OTHER_ACCOUNT,
    ({ account, workspace }) => [
      `${account} is already connected for another member of ${workspace}. A calendar belongs to one member only.`,
      `Use another account, or ask ${workspace} to disconnect this calendar first.`,
    ],
  ),
  provider_error: failure(502, 'The calendar provider returned an invalid response', TRY_AGAIN, () => [
    NOTHING,
    'Try again. If it fails again, wait an hour.',
  ]),
  provider_down: failure(503, 'The calendar provider is not responding', TRY_AGAIN, () => [
    NOTHING,
    'Wait a few minutes, then try again.',
  ]),
  not_set_up: failure(503, 'This provider is not available yet', NO_RETRY, ({ workspace }) => [
    `This service is not registered with the provider, or its registration is no longer valid. ${NOTHING}`,
    `Tell ${workspace}. You cannot solve this yourself.`,
  ]),
  link_used: failure(410, 'This link has already been used', NO_RETRY, ({ workspace }) => [
    'A calendar was connected with it. A link connects one calendar.',
    `To connect another calendar, ask ${workspace} for a new link.`,
  ]),
  link_expired: failure(410, 'This link has expired', NO_RETRY, ({ workspace }) => [
    'A link is valid for 24 hours.',
    `Ask ${workspace} for a new one.`,
  ]),
  link_gone: failure(410, 'This link is no longer valid', NO_RETRY, ({ workspace }) => [
    'The member or the workspace that it was created for has been removed.',
    `Ask ${workspace} for more information.`,
  ]),
  attempt_over: failure(410, 'This request has expired', TRY_AGAIN, ({ workspace }) => [
    'A response from your calendar provider is accepted once, within 10 minutes.',
    `If your calendar was connected, there is nothing left to do. Otherwise open the link from ${workspace} again.`,
  ]),
  other_browser: failure(403, 'This was started in another browser', TRY_AGAIN, ({ workspace }) => [
    'You must finish in the browser in which you started, with cookies enabled. Nothing was connected.',
    `Open the link from ${workspace} again and stay in one browser. If you did not start this yourself, close this page.`,
  ]),
  too_many_members: failure(429, 'Too many new members', TRY_AGAIN, ({ workspace }) => [
    `${workspace} has reached its limit of new members per hour. ${NOTHING}`,
    'Your link is still valid. Try again in an hour.',
  ]),
  busy: failure(503, 'Temporarily unavailable', TRY_AGAIN, () => [NOTHING, 'Wait a few seconds, then try again.']),
};
