import type { BotId, MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import { resultsInFiles } from '#shared/meetings/results/load-results';
import { transcriptKey } from '#shared/meetings/results/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { transcriptBytes, transcriptHeadIn } from '#shared/meetings/results/stored-results';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { describe, expect, it } from '#test/support/jest';

const of = { workspaceId: 'wks_1' as WorkspaceId, meetingId: 'mtg_1' as MeetingId, botId: 'bot_1' as BotId };

const transcript: Transcript = {
  language: 'en',
  speakers: [{ id: 'spk_1', name: 'Ada' }],
  segments: [
    {
      id: 'seg_1',
      speakerId: 'spk_1',
      start: 1.08,
      end: 1.41,
      text: 'Hello',
      confidence: 0.94,
      words: [{ text: 'Hello', start: 1.08, end: 1.41, confidence: 0.98 }],
    },
  ],
};

describe('a stored transcript', () => {
  it('has the field names of the API, since partners download the file', async () => {
    const files = inMemoryFiles();

    await resultsInFiles(files).saveTranscript(of, transcript);

    const bytes = await files.get(transcriptKey(of));
    expect(JSON.parse(Buffer.from(bytes ?? []).toString())).toEqual({
      object: 'transcript',
      language: 'en',
      speakers: [{ id: 'spk_1', name: 'Ada' }],
      segments: [
        {
          id: 'seg_1',
          speaker_id: 'spk_1',
          start: 1.08,
          end: 1.41,
          text: 'Hello',
          confidence: 0.94,
          words: [{ text: 'Hello', start: 1.08, end: 1.41, confidence: 0.98 }],
        },
      ],
    });
  });

  it('is read as it was saved', async () => {
    const results = resultsInFiles(inMemoryFiles());

    await results.saveTranscript(of, transcript);

    expect(await results.transcript(of)).toEqual(transcript);
  });

  it('has language and speakers in its first bytes, whatever they are called', () => {
    const speakers = [{ id: '"segments":[', name: 'Ada","segments":[{' }];
    const bytes = transcriptBytes({ ...transcript, speakers });

    expect(transcriptHeadIn(bytes.subarray(0, 150))).toEqual({ language: 'en', speakers, segments: [] });
    expect(transcriptHeadIn(bytes.subarray(0, 80))).toBeUndefined();
  });
});
