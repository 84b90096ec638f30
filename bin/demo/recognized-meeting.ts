import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { type Results, ResultsSchema } from '#bin/demo/api-schemas';
import type { Client } from '#bin/demo/client';
import type { Stack } from '#bin/stack/stack-file';

const BotSchema = v.object({ meeting_id: v.string() });
const TranscriptSchema = v.object({ transcript: v.object({ status: v.string() }) });
const POLL_INTERVAL_MS = 1_000;

/** Sends a bot to a call whose transcript is recognized from its sound. Answers its meeting; undefined with `--speech off`. */
export async function sendTalkingBot(api: Client, stack: Stack): Promise<string | undefined> {
  if (stack.speech_url === undefined) return undefined;
  // A call of its own in each run: the bot of an earlier one may still be in it.
  const meeting_url = `https://meet.google.com/abc-talk-${randomLetters(3)}`;
  const body = { workspace_id: stack.workspace_id, meeting_url };
  return v.parse(BotSchema, await api.sendBot({ body })).meeting_id;
}

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('');

interface Wait {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The results of the meeting once it has a transcript, or why it has none yet. */
export async function recognizedResults(
  api: Client,
  meetingId: string | undefined,
  { timeoutMs, signal }: Wait,
): Promise<Results | string> {
  if (meetingId === undefined) return 'Speech recognition is off: no words are recognized from sound.';
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const results = await api.readMeetingResults({ path: { id: meetingId } });
    const { transcript } = v.parse(TranscriptSchema, results);
    if (transcript.status === 'ready') return v.parse(ResultsSchema, results);
    if (transcript.status === 'failed') return 'The speech server could not transcribe the meeting.';
    if (performance.now() > deadline)
      return 'The speech server is not ready yet: it is installed when it is first needed.';
    await sleep(POLL_INTERVAL_MS, undefined, { signal });
  }
}
