import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ConnectFailure } from '#shared/calendars/consent/rules/connect-failure';

/** What sentences are about; each may be a phrase where nobody can tell. */
interface Said {
  readonly workspace: string;
  readonly account: string;
  /** The address that is expected. */
  readonly email: string;
}

interface Words {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  /** What happened, and what the person can do. */
  readonly words: (said: Said) => readonly string[];
  /** On the button that begins again, where that can help. */
  readonly again?: string;
}

const NOTHING = 'Nothing was connected, and nothing of your calendar was read.';

/** By what kept somebody from connecting. */
export const FAILURES: Readonly<Record<ConnectFailure, Words>> = {
  denied: {
    status: 403,
    title: 'You did not allow it',
    words: ({ workspace }) => [
      NOTHING,
      `If that was not what you meant, try again. Otherwise ${workspace} goes on without your calendar.`,
    ],
    again: 'Try again',
  },
  missing_scope: {
    status: 403,
    title: 'The calendar was left out',
    words: () => [
      'On the page before, the box for your calendar was not ticked. Without it there is nothing to connect.',
      'Try again, and leave that box ticked.',
    ],
    again: 'Try again',
  },
  admin_consent_required: {
    status: 403,
    title: 'Your organization has to allow it first',
    words: () => [
      'In your organization only administrators may let other services read calendars.',
      'Ask your administrator to allow Rapporteur for everybody, then try again.',
    ],
    again: 'Try again',
  },
  shared_account: {
    status: 422,
    title: 'This is a shared mailbox',
    words: ({ account }) => [
      `${account} belongs to a team or a room, and is nobody’s own calendar.`,
      'Try again with your personal account.',
    ],
    again: 'Use another account',
  },
  wrong_account: {
    status: 403,
    title: 'That is another account',
    words: ({ account, email, workspace }) => [
      `You chose ${account}, and ${workspace} expects ${email}. ${NOTHING}`,
      'Try again, and choose the other account there.',
    ],
    again: 'Use another account',
  },
  calendar_already_connected: {
    status: 409,
    title: 'This calendar is connected already',
    words: ({ account, workspace }) => [
      `${account} is connected for somebody else at ${workspace}. One calendar belongs to one person.`,
      `Use another account, or ask ${workspace} to disconnect it there first.`,
    ],
    again: 'Use another account',
  },
  provider_error: {
    status: 502,
    title: 'The calendar’s provider gave no sensible answer',
    words: () => [NOTHING, 'Try again. If it happens twice, wait an hour.'],
    again: 'Try again',
  },
  provider_down: {
    status: 503,
    title: 'The calendar’s provider does not answer',
    words: () => [NOTHING, 'Wait a few minutes, then try again.'],
    again: 'Try again',
  },
  not_set_up: {
    status: 503,
    title: 'This provider cannot be used here yet',
    words: ({ workspace }) => [
      `Whoever runs this service has not registered it with that provider, or the registration no longer holds. ${NOTHING}`,
      `Tell ${workspace}: there is nothing that you could do about it.`,
    ],
  },
  link_used: {
    status: 410,
    title: 'This link has been used',
    words: ({ workspace }) => [
      'A calendar was connected through it, and a link is good for one.',
      `To connect another, ask ${workspace} for a new link.`,
    ],
  },
  link_expired: {
    status: 410,
    title: 'This link has expired',
    words: ({ workspace }) => ['A link is good for 24 hours.', `Ask ${workspace} for a new one.`],
  },
  link_gone: {
    status: 410,
    title: 'This link leads nowhere any more',
    words: ({ workspace }) => [
      `The person or the workspace that it was made for is no longer there.`,
      `Ask ${workspace} what has changed.`,
    ],
  },
  attempt_over: {
    status: 410,
    title: 'This answer came too late, or twice',
    words: ({ workspace }) => [
      'The way back from your calendar’s provider is good once, and for ten minutes.',
      `If you saw that your calendar was connected, all is well. Otherwise open the link from ${workspace} again.`,
    ],
    again: 'Try again',
  },
  other_browser: {
    status: 403,
    title: 'This began in another browser',
    words: ({ workspace }) => [
      'Consent has to end in the browser in which it began, with its cookies. Nothing was connected.',
      `Open the link from ${workspace} again, and stay in one browser. If you did not begin this yourself, close the page.`,
    ],
    again: 'Try again',
  },
  too_many_members: {
    status: 429,
    title: 'Too many people at once',
    words: ({ workspace }) => [
      `${workspace} has reached the number of new people that fit into one hour. ${NOTHING}`,
      'Your link stays good: try again in an hour.',
    ],
    again: 'Try again',
  },
  busy: {
    status: 503,
    title: 'Too busy right now',
    words: () => [NOTHING, 'Wait a few seconds, then try again.'],
    again: 'Try again',
  },
};
