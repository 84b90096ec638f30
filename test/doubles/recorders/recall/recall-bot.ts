import type { Take } from '#test/doubles/recorders/hosted-recorder';
import type { MediaHost } from '#test/doubles/recorders/media-host';

interface Change {
  readonly code: string;
  readonly sub_code: string | null;
  readonly message: null;
  readonly created_at: string;
}

export interface RecallBot {
  readonly id: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly language: string;
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
  const shortcut = (name: keyof Take) => {
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
      },
    },
  ];
}
