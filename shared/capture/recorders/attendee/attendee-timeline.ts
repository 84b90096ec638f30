import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import type { SpeakerTimeline, SpeakerTurn } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { AttendeeParticipantEvent } from './attendee-schemas.ts';

/**
 * Who spoke when in a recording that began at a moment. A turn whose end is missing lasts until the same person starts
 * again, or to the end of the recording.
 */
export function readAttendeeTimeline(events: readonly AttendeeParticipantEvent[], startedAt: Instant): SpeakerTimeline {
  const inOrder = events.toSorted((one, other) => one.timestamp_ms - other.timestamp_ms);
  const byPerson = Map.groupBy(inOrder, ({ participant_uuid }) => participant_uuid);
  return [...byPerson.values()].flatMap((own) => turnsOf(own, startedAt));
}

function turnsOf(events: readonly AttendeeParticipantEvent[], startedAt: Instant): readonly SpeakerTurn[] {
  const ofSpeech = events.filter(({ event_type }) => event_type === 'speech_start' || event_type === 'speech_stop');
  return ofSpeech.flatMap((event, index) => {
    if (event.event_type !== 'speech_start') return [];
    const end = ofSpeech[index + 1]?.timestamp_ms ?? Number.POSITIVE_INFINITY;
    return {
      speakerKey: event.participant_uuid,
      speakerName: event.participant_name || null,
      start: (event.timestamp_ms - startedAt) / SECOND_MS,
      end: (end - startedAt) / SECOND_MS,
    };
  });
}
