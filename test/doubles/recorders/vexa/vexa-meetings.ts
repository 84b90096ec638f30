import { type Instant, isoOf } from '#shared/foundation/core/time';

/** `PUT /user/webhook`. A meeting keeps what was set when it was created. */
export interface VexaWebhook {
  readonly url: string;
  readonly secret: string;
  /** Types that are sent. */
  readonly types: readonly string[];
}

export interface StoredMeeting {
  readonly id: number;
  readonly platform: string;
  readonly nativeId: string;
  readonly url: string;
  readonly createdAt: Instant;
  readonly connectionId: string;
  /** What the account had set when the meeting was created. */
  readonly webhook: VexaWebhook | undefined;
  status: string;
  completionReason: string | null;
  failureStage: string | null;
  startTime: Instant | null;
  endTime: Instant | null;
  data: Record<string, unknown> & {
    title?: string;
    stop_requested?: boolean;
    status_transition?: object[];
    recordings?: {
      id: number;
      status: string;
      media_files: { id: number; type: string; format: string; file_size_bytes: number }[];
    }[];
  };
  /** What was asked of the bot; null for a plan. */
  order: Readonly<Record<string, unknown>> | null;
  media: Uint8Array | undefined;
  segments: readonly object[];
}

/** Edges of Vexa's state machine (`lifecycle/machine.py` in Vexa 0.12). */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  requested: ['joining', 'failed'],
  joining: ['awaiting_admission', 'active', 'needs_help', 'failed'],
  awaiting_admission: ['active', 'needs_help', 'failed'],
  needs_help: ['joining', 'awaiting_admission', 'active', 'failed'],
  active: ['completed', 'failed', 'stopping'],
  stopping: ['completed', 'failed'],
};

const NOT_OVER = [
  'idle',
  'scheduled',
  'requested',
  'joining',
  'awaiting_admission',
  'needs_help',
  'active',
  'stopping',
];
export const isLive = ({ status }: StoredMeeting): boolean => NOT_OVER.includes(status);

/** One step of a bot, with the source of the transition. Throws where the machine does not allow it. */
export function advance(
  meeting: StoredMeeting,
  to: string,
  at: Instant,
  {
    reason = null,
    stage = null,
    source = 'bot_callback',
  }: { reason?: string | null; stage?: string | null; source?: string } = {},
): void {
  if (!EDGES[meeting.status]?.includes(to)) throw new Error(`${meeting.status} does not lead to ${to}.`);
  const transition = { from: meeting.status, to, timestamp: micro(at), timestamp_source: 'receiver', source };
  meeting.data = { ...meeting.data, status_transition: [...(meeting.data.status_transition ?? []), transition] };
  meeting.status = to;
  if (to === 'active') meeting.startTime ??= at;
  if (to !== 'completed' && to !== 'failed') return;
  meeting.endTime = at;
  meeting.completionReason = reason;
  meeting.failureStage = stage;
}

/** Links that Vexa takes (`collector/meeting_link.py`). */
export function parseLink(url: string): { platform: string; nativeId: string } | undefined {
  const [, meet] = /^https:\/\/meet\.google\.com\/([a-z]{3}-[a-z]{4}-[a-z]{3})/.exec(url.toLowerCase()) ?? [];
  if (meet !== undefined) return { platform: 'google_meet', nativeId: meet };
  const [, zoom] = /^https:\/\/[\w.]*zoom\.us\/j\/(\d{9,11})/.exec(url) ?? [];
  if (zoom !== undefined) return { platform: 'zoom', nativeId: zoom };
  const [teams] = /19:meeting_[^@%\s/]+@thread\.v2/.exec(decodeURIComponent(url)) ?? [];
  return teams === undefined ? undefined : { platform: 'teams', nativeId: teams };
}

export const present = (meeting: StoredMeeting, data: object = meeting.data) => ({
  id: meeting.id,
  user_id: 1,
  platform: meeting.platform,
  native_meeting_id: meeting.nativeId,
  constructed_meeting_url: meeting.url,
  status: meeting.status,
  bot_container_id: meeting.order ? `bot-${meeting.id}` : null,
  start_time: meeting.startTime && micro(meeting.startTime),
  end_time: meeting.endTime && micro(meeting.endTime),
  completion_reason: meeting.completionReason,
  failure_stage: meeting.failureStage,
  data,
  created_at: micro(meeting.createdAt),
  updated_at: micro(meeting.createdAt),
});

/** With microseconds, as Vexa writes it. */
export const micro = (at: Instant): string => isoOf(at).replace('Z', '426Z');
