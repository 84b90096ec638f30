import type { RecallBot } from '#shared/capture/recorders/recall/recall-schemas';
import type { Instant } from '#shared/foundation/core/time';

export const noon = Date.parse('2026-11-23T12:00:00Z') as Instant;

/** Status changes a minute apart, from noon on. A sub code follows a colon. */
export const changes = (...codes: readonly string[]): RecallBot['status_changes'] =>
  codes.map((one, index) => {
    const [code = '', subCode] = one.split(':');
    const created_at = new Date(noon + index * 60_000).toISOString().replace('Z', '123Z');
    return { code, sub_code: subCode ?? null, created_at };
  });

export const aRecallBot = (over: Partial<RecallBot> = {}): RecallBot => ({
  id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  status_changes: [],
  recordings: [],
  recording_config: null,
  ...over,
});

type Recording = RecallBot['recordings'][number];

export const aRecording = (over: Partial<Recording> = {}): Recording => ({
  id: 'rec_1',
  started_at: '2026-11-23T12:01:00.000Z',
  completed_at: '2026-11-23T12:31:00.500Z',
  status: { code: 'done', sub_code: null },
  media_shortcuts: { video_mixed: aMedia(), audio_mixed: aMedia(), transcript: null },
  ...over,
});

export const aMedia = (code = 'done') => ({
  status: { code, sub_code: null },
  data: { download_url: code === 'done' ? 'https://s3.test/file?signature=1' : null },
});
