import { updating } from '#shared/commands/command';
import type { MetadataChange } from '#shared/core/metadata';
import { metadataAfter } from '#shared/core/metadata-after';
import { meetings } from '#shared/meetings/store';

/** Merges a partner's metadata into a meeting. A change of metadata alone sends no webhook. */
export const updateMeeting = updating(meetings, (meeting, _now, change: MetadataChange) => ({
  state: { ...meeting, metadata: metadataAfter(meeting.metadata, change) },
}));
