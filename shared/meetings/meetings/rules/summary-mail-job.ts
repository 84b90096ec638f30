import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent, Job } from '#shared/foundation/events/rules/domain-event';
import { shownResults } from '#shared/meetings/meetings/rules/results-status';

/** The occasion of the one summary mail that an address gets about a meeting. */
const OCCASION = 'summary';

/**
 * The job that mails the summary, where a meeting finishes with one. A meeting finishes with results that are ready
 * once only, so a further recording sends no mail.
 */
export const summaryMailJobs = (events: readonly DomainEvent[], at: Instant): readonly Job[] =>
  events.flatMap((event): readonly Job[] => {
    if (event.type !== 'meeting.finished') return [];
    const { id, workspaceId, settings } = event.meeting;
    if (settings.values['summary.email'] === 'off' || shownResults(event.meeting).summary !== 'ready') return [];
    return [{ type: 'job.mail', content: { workspaceId, kind: 'summary', about: id, occasion: OCCASION, at } }];
  });
