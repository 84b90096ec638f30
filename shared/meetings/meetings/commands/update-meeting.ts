import { updating } from '#shared/foundation/commands/command';
import { isSame } from '#shared/foundation/core/json';
import { type MetadataChange, metadataAfter } from '#shared/foundation/core/metadata';
import type { Subscription } from '#shared/foundation/events/rules/subscription';
import { withEvents } from '#shared/meetings/meetings/rules/meeting-events';
import { meetings } from '#shared/meetings/meetings/store';

/** Merges a partner's metadata into a meeting. A change of metadata alone sends no webhook. */
export const updateMeeting = updating(
  meetings,
  (meeting, now, change: MetadataChange, subscriptions: readonly Subscription[]) => {
    const metadata = metadataAfter(meeting.metadata, change);
    if (isSame(metadata, meeting.metadata)) return { state: meeting };
    return { ...withEvents(meeting, { ...meeting, metadata, updatedAt: now }, now), subscriptions };
  },
);
