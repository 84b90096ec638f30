import { createHmac, randomUUID } from 'node:crypto';
import { type Instant, isoOf } from '#shared/foundation/core/time';
import { afterFailure, type Delivery, type RecorderHook } from '#test/doubles/recorders/hook-sender';
import { canonicalPythonJson, pythonJson } from '#test/doubles/recorders/python-json';
import type { EventType, StoredBot } from './attendee-bots.ts';

/** All three attempts come within a second. */
const DELIVERY: Delivery = { gapsMs: [0, 0], repeatsAfter: afterFailure };

/** What happened to a bot. */
export interface StateChange {
  readonly type: EventType;
  readonly subType: string | undefined;
  readonly from: string;
  readonly at: Instant;
}

/** The webhooks about a change: those of the bot, or, where it has none, those of its project. */
export function attendeeHooks(
  { id, order, state, startTimestampMs }: StoredBot,
  { type, subType, from, at }: StateChange,
  project: { readonly secret: string; readonly urls: readonly string[] },
): readonly RecorderHook[] {
  const seconds = startTimestampMs === null ? 0 : Math.round((at - startTimestampMs) / 1000);
  const payload = {
    bot_id: id,
    bot_metadata: order['metadata'] ?? null,
    trigger: 'bot.state_change',
    data: {
      new_state: state,
      old_state: from,
      // With microseconds, and with an offset where the API writes Z.
      created_at: isoOf(at).replace('Z', '123+00:00'),
      event_type: type,
      event_metadata: type === 'post_processing_completed' ? { bot_duration_seconds: seconds } : {},
      event_sub_type: subType ?? null,
    },
  };
  const own = ((order['webhooks'] ?? []) as readonly { url: string; triggers: readonly string[] }[])
    .filter(({ triggers }) => triggers.includes('bot.state_change'))
    .map(({ url }) => url);
  const urls = order['webhooks'] === undefined ? project.urls : own;
  return urls.map((url) => attendeeHook(url, { idempotency_key: randomUUID(), ...payload }, project.secret));
}

/** An utterance as webhooks and `GET /bots/{id}/transcript` have it. */
export interface SaidUtterance {
  readonly speaker_name: string;
  readonly speaker_uuid: string;
  readonly timestamp_ms: number;
  readonly duration_ms: number;
  readonly transcription: { readonly transcript: string };
}

/** The webhooks about an utterance, where the trigger is switched on; it is of the bot or of its project. */
export function utteranceHooks(
  { id, order }: StoredBot,
  utterance: SaidUtterance,
  project: { readonly secret: string; readonly urls: readonly string[] },
): readonly RecorderHook[] {
  const trigger = 'transcript.update';
  const payload = { bot_id: id, bot_metadata: order['metadata'] ?? null, trigger, data: utterance };
  const own = order['webhooks'] as readonly { url: string; triggers: readonly string[] }[] | undefined;
  const urls = own ? own.filter(({ triggers }) => triggers.includes(trigger)).map(({ url }) => url) : project.urls;
  return urls.map((url) => attendeeHook(url, { idempotency_key: randomUUID(), ...payload }, project.secret));
}

/** The signature is over the canonical JSON, and not over the body. */
export function attendeeHook(url: string, payload: object, secret: string): RecorderHook {
  const signature = createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(canonicalPythonJson(payload))
    .digest('base64');
  return {
    url,
    rawBody: pythonJson(payload),
    delivery: DELIVERY,
    headersAt: () => ({ 'x-webhook-signature': signature }),
  };
}
