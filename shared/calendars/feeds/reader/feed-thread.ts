import { parentPort } from 'node:worker_threads';
import { textOf } from '#shared/calendars/feeds/ical/feed-bytes';
import { readFeed } from '#shared/calendars/feeds/ical/read-feed';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { FeedAnswer, FeedQuestion } from '#shared/calendars/feeds/reader/messages';

/** The thread that parses and expands feeds: one message with a file, one with its answer. */
function answerTo({ file, window }: FeedQuestion): FeedAnswer {
  try {
    return { events: readFeed(textOf(file), window) };
  } catch (error) {
    if (error instanceof FeedFailed) return { code: error.code };
    throw error;
  }
}

parentPort?.on('message', (question: FeedQuestion) => parentPort?.postMessage(answerTo(question)));
parentPort?.postMessage('ready');
