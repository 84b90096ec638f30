import type { Take } from '#test/doubles/recorders/hosted-recorder';
import type { MediaHost } from '#test/doubles/recorders/media-host';

interface Change {
  readonly code: string;
  readonly sub_code: string | null;
  readonly message: null;
  readonly created_at: string;
}

/** Of `recording_config.realtime_endpoints`. */
export interface RealtimeEndpoint {
  readonly type: string;
  readonly url: string;
  readonly events: readonly string[];
}

export interface RecallBot {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly language: string;
  readonly realtimeEndpoints: readonly RealtimeEndpoint[];
  readonly changes: Change[];
  take: Take | null;
  deleted: boolean;
}

/** A bot as responses show it: a media object has its link, made anew each time, once it is done. */
export const shownBot = (bot: RecallBot, media: MediaHost) => ({
  id: bot.id,
  metadata: bot.metadata,
  join_at: null,
  recording_config: { transcript: { provider: { recallai_streaming: { language_code: bot.language } } } },
  status_changes: bot.changes,
  recordings: recordingsOf(bot, media),
});

function recordingsOf({ id, changes, take, deleted }: RecallBot, media: MediaHost) {
  const started = changes.find(({ code }) => code === 'in_call_recording');
  if (!started) return [];
  const code = deleted ? 'deleted' : take ? 'done' : 'processing';
  const shortcut = (name: 'video' | 'audio' | 'transcript') => {
    if (take && take[name] === null) return null;
    const link = code === 'done' ? media.linkTo(`${id}/${name}`) : null;
    return { status: { code, sub_code: null }, data: { download_url: link } };
  };
  const ended = changes.find((change) => change.code === 'call_ended');
  return [
    {
      id: `${id}-1`,
      started_at: started.created_at,
      completed_at: take ? (ended?.created_at ?? null) : null,
      status: { code, sub_code: null },
      media_shortcuts: {
        video_mixed: shortcut('video'),
        audio_mixed: shortcut('audio'),
        transcript: shortcut('transcript'),
        participant_events: {
          status: { code, sub_code: null },
          data: {
            speaker_timeline_download_url: code === 'done' && take?.turns ? media.linkTo(`${id}/turns`) : null,
          },
        },
      },
    },
  ];
}

/** The file behind the link to the speaker timeline (https://docs.recall.ai/docs/download-urls). */
export const timelineOf = ({ turns = [] }: Take): string =>
  JSON.stringify(
    turns.map(([name, start, end], index) => ({
      participant: { id: 100 + index, name, is_host: false, platform: 'desktop', extra_data: null, email: null },
      start_timestamp: { relative: start, absolute: '2026-11-23T12:00:00Z' },
      end_timestamp: end === null ? null : { relative: end, absolute: '2026-11-23T12:00:00Z' },
    })),
  );
