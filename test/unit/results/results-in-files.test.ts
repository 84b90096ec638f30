import { describe, expect, it } from '@jest/globals';
import type { BotId, MeetingId, WorkspaceId } from '#shared/core/ids';
import { transcriptKey } from '#shared/results/ports/results-storage';
import { resultsInFiles } from '#shared/results/results-in-files';
import type { Transcript } from '#shared/results/rules/results';
import { filesInMemory } from '#test/support/files-in-memory';

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
  it('is written as the API writes its segments, since partners read the file itself', async () => {
    const files = filesInMemory();

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

  it('is read as it was given', async () => {
    const results = resultsInFiles(filesInMemory());

    await results.saveTranscript(of, transcript);

    expect(await results.transcript(of)).toEqual(transcript);
  });
});
