import fc from 'fast-check';
import { type BotResults, NO_RESULTS, type PartStatus } from '#shared/meetings/bots/rules/bot';
import type { Recording } from '#shared/meetings/meetings/rules/meeting';
import { resultsStatus, shownRecording, shownResults } from '#shared/meetings/meetings/rules/results-status';
import { describe, expect, it } from '#test/support/jest';
import { minutes } from '#test/unit/bots/rules/a-bot';
import { anId, aRecording } from './a-meeting.ts';

const results = (transcript: PartStatus, summary: PartStatus, media: PartStatus): BotResults => ({
  ...NO_RESULTS,
  transcript,
  summary,
  media,
});

const READY = results('ready', 'ready', 'ready');
const SILENT = results('ready', 'none', 'ready');
const PROCESSING = results('processing', 'processing', 'ready');
const FAILED = results('failed', 'none', 'ready');

describe('the whole results of one bot', () => {
  it.each([
    ['nothing yet', NO_RESULTS, 'none'],
    ['a transcript under way', PROCESSING, 'processing'],
    ['a summary under way', results('ready', 'processing', 'ready'), 'processing'],
    ['everything there', READY, 'ready'],
    ['a summary that failed hides no transcript', results('ready', 'failed', 'ready'), 'ready'],
    ['a transcript that failed', FAILED, 'failed'],
    ['a transcript without speech', SILENT, 'none'],
  ] as const)('%s', (_what, parts, expected) => {
    expect(resultsStatus(parts)).toBe(expected);
  });
});

describe('the bot whose results a meeting shows', () => {
  const ended = (name: string, at: number, of: BotResults): Recording =>
    aRecording({ botId: anId('bot', name), status: 'completed', endedAt: minutes(at), results: of });
  const shown = (...recordings: readonly Recording[]) => shownRecording({ recordings })?.botId;

  it('is undefined without bots', () => {
    expect(shown()).toBeUndefined();
    expect(shownResults({ recordings: [] })).toEqual(NO_RESULTS);
  });

  it('is ready before processing before failed before none, in any order of their ends', () => {
    const [ready, processing, failed, none] = [
      ended('ready', 1, READY),
      ended('processing', 2, PROCESSING),
      ended('failed', 3, FAILED),
      ended('none', 4, NO_RESULTS),
    ] as const;

    expect(shown(none, failed, processing, ready)).toBe(ready.botId);
    expect(shown(none, failed, processing)).toBe(processing.botId);
    expect(shown(none, failed)).toBe(failed.botId);
  });

  it('is the one that ended last among equals', () => {
    expect(shown(ended('late', 9, READY), ended('early', 5, READY))).toBe(anId('bot', 'late'));
    expect(shown(ended('early', 5, READY), ended('late', 9, READY))).toBe(anId('bot', 'late'));
  });

  it.each(['queued', 'joining', 'in_call'] as const)(
    'is not one that has not ended, while another has something to show: %s',
    (status) => {
      const waiting = aRecording({ botId: anId('bot', 'waiting'), status });

      expect(shown(ended('silent', 5, SILENT), waiting)).toBe(anId('bot', 'silent'));
      expect(shown(waiting, ended('silent', 5, SILENT))).toBe(anId('bot', 'silent'));
    },
  );

  it('does not depend on the order of the recordings', () => {
    const anyOf = fc.record({
      at: fc.integer({ min: 1, max: 1_000 }),
      of: fc.constantFrom(READY, PROCESSING, FAILED, NO_RESULTS, SILENT),
    });
    const some = fc
      .uniqueArray(anyOf, { selector: ({ at }) => at, minLength: 1, maxLength: 5 })
      .map((each) => each.map(({ at, of }) => ended(`at${at}`, at, of)));

    fc.assert(
      fc.property(
        some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(shown(...shuffled)).toBe(shown(...all));
        },
      ),
    );
  });
});
