import * as v from 'valibot';
import { type Instant, isoOrNull, readInstant } from '#shared/foundation/core/time';
import { type Meeting, peopleOf } from '#shared/meetings/meetings/rules/meeting';
import type { ActionItem } from '#shared/meetings/results/rules/results';
import { LONGEST_QUERY } from '#shared/texts/search/rules/parse-query';
import { firstThatFit } from '../size.ts';

/** Of one meeting: about a hundred people. The rest are counted. */
const PARTICIPANT_BYTES = 8_000;

/** Longer than any id. */
export const anId = v.pipe(v.string(), v.maxLength(64));

/** What is looked for. */
export const SEARCHED_TEXT = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_QUERY));

export const MeetingShape = v.object({
  id: v.string(),
  workspace_id: v.string(),
  title: v.nullable(v.string()),
  starts_at: v.nullable(v.string()),
  ends_at: v.nullable(v.string()),
  platform: v.nullable(v.string()),
  participants: v.array(v.object({ name: v.nullable(v.string()), email: v.nullable(v.string()) })),
  participants_count: v.number(),
});

export const shownMeeting = (meeting: Meeting): v.InferOutput<typeof MeetingShape> => ({
  id: meeting.id,
  workspace_id: meeting.workspaceId,
  title: meeting.title,
  starts_at: isoOrNull(meeting.startsAt),
  ends_at: isoOrNull(meeting.endsAt),
  platform: meeting.platform,
  participants: [
    ...firstThatFit(
      peopleOf(meeting).map(({ name, email }) => ({ name, email })),
      PARTICIPANT_BYTES,
    ),
  ],
  participants_count: peopleOf(meeting).length,
});

export const lineOf = ({ id, title, starts_at }: v.InferOutput<typeof MeetingShape>): string =>
  `- ${title ?? 'Untitled'} (${starts_at ?? 'no time'}, ${id})`;

const time = v.optional(v.pipe(v.string(), v.maxLength(40), v.isoTimestamp()));

/** Meetings by when they start; both ends are optional. */
export const span = { starts_after: time, starts_before: time };

interface Span {
  readonly starts_after?: string | undefined;
  readonly starts_before?: string | undefined;
}

/** The same for the list of meetings. */
export function spanOf({ starts_after, starts_before }: Span): {
  readonly startsAfter?: Instant;
  readonly startsBefore?: Instant;
} {
  const [startsAfter, startsBefore] = [starts_after, starts_before].map((text) => text && readInstant(text));
  return { ...(startsAfter && { startsAfter }), ...(startsBefore && { startsBefore }) };
}

export const actionItem = v.object({ text: v.string(), assignee: v.nullable(v.string()) });

const MOST_CHARACTERS = 300;

/** An item of a summary; a longer text than any agreement is cut. */
export const shownActionItem = ({ text, assigneeName }: ActionItem): v.InferOutput<typeof actionItem> => ({
  text: text.slice(0, MOST_CHARACTERS),
  assignee: assigneeName,
});
