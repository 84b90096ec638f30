import type { DomainEvent } from '#shared/domain/events';
import type { Meeting } from '#shared/domain/meetings/meeting';
import { sampleEvent } from '#shared/domain/webhooks/sample-event';
import type { EventPath } from '#test/support/event-path';

/** A `meeting.updated` event of this meeting. */
export function aMeetingEvent({ workspaceId, clock }: EventPath, changes: Partial<Meeting>): DomainEvent {
  const event = sampleEvent('meeting.updated', workspaceId, clock.now());
  if (!('meeting' in event)) throw new Error('A sample of a meeting holds no meeting.');
  return { ...event, meeting: { ...event.meeting, ...changes } };
}
