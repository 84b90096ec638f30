import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { sampleEvent } from '#shared/webhooks/endpoints/rules/sample-event';
import type { EventPath } from '#test/support/event-path';

/** A `meeting.updated` event of this meeting. */
export function aMeetingEvent({ workspaceId, clock }: EventPath, changes: Partial<Meeting>): DomainEvent {
  const event = sampleEvent('meeting.updated', workspaceId, clock.now());
  if (!('meeting' in event)) throw new Error('A sample of a meeting holds no meeting.');
  return { ...event, meeting: { ...event.meeting, ...changes } };
}
