import * as v from 'valibot';
import { joinWords } from '#shared/meetings/recorders/rules/join-words';
import type { LiveLine } from '#shared/meetings/recorders/rules/live-line';
import { TRANSCRIPT_EVENTS } from './recall-order.ts';
import { type RecallHint, RecallUtterance } from './recall-schemas.ts';

/**
 * The utterance that a real-time endpoint is sent; undefined for another event. An utterance has no id: it is known by
 * the participant and the start of its first word, which its partial forms share with the final one.
 */
export function linesIn({ event, data }: v.InferOutput<typeof RecallHint>): readonly LiveLine[] | undefined {
  const isFinal = TRANSCRIPT_EVENTS[event ?? ''];
  if (isFinal === undefined) return undefined;
  const parsed = v.safeParse(RecallUtterance, data.data);
  if (!parsed.success) return [];
  const { participant, words } = parsed.output;
  const start = words[0]?.start_timestamp?.relative ?? 0;
  const last = words.at(-1);
  const speakerKey = participant?.id?.toString() ?? participant?.name ?? null;
  return [
    {
      id: `${speakerKey ?? ''}@${start}`,
      speakerKey,
      speakerName: participant?.name || null,
      text: joinWords(words.map(({ text }) => text)),
      start: { seconds: start },
      // Some providers give no end: then the start of the last word is nearest.
      end: { seconds: last?.end_timestamp?.relative ?? last?.start_timestamp?.relative ?? start },
      isFinal,
    },
  ];
}
