import { createHmac, randomBytes } from 'node:crypto';
import { type Instant, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { afterOutage, type Delivery, type RecorderHook } from '#test/doubles/recorders/hook-sender';
import { pythonJson } from '#test/doubles/recorders/python-json';
import { micro, type StoredMeeting, type VexaWebhook } from './vexa-meetings.ts';

/** The same body and event id, a new time and signature. */
const DELIVERY: Delivery = {
  gapsMs: [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS),
  repeatsAfter: afterOutage(429),
};

/** Only this type is sent unless others are chosen. */
export const DEFAULT_TYPES: Readonly<Record<string, boolean>> = { 'meeting.completed': true };

interface Step {
  readonly from: string;
  readonly source: string;
  readonly at: Instant;
}

/** The webhooks about a step of a meeting: its change, and its start, completion or failure. */
export function vexaHooks(meeting: StoredMeeting, step: Step, webhook: VexaWebhook): readonly RecorderHook[] {
  const { at } = step;
  return [['meeting.status_change', changeIn(meeting, step)] as const, ...named(meeting, step)]
    .filter(([type]) => webhook.types.includes(type))
    .map(([event_type, data]) => {
      const event_id = `evt_${randomBytes(16).toString('hex')}`;
      return vexaHook(webhook, { event_id, event_type, api_version: '2026-03-01', created_at: micro(at), data });
    });
}

/** A change of status names the connection of the bot, and not its meeting. */
const changeIn = (meeting: StoredMeeting, { from, source }: Step): object => ({
  meeting: { connection_id: meeting.connectionId, ...shown(meeting) },
  status_change: {
    old_status: from,
    new_status: meeting.status,
    reason: meeting.completionReason,
    transition_source: source,
  },
});

const TYPE_BY_STATUS: Readonly<Record<string, string>> = {
  active: 'meeting.started',
  completed: 'meeting.completed',
  failed: 'bot.failed',
};

function named(meeting: StoredMeeting, { from }: Step): readonly (readonly [string, object])[] {
  const type = TYPE_BY_STATUS[meeting.status];
  if (type === undefined) return [];
  const change = type === 'meeting.completed' ? {} : { status_change: { from, to: meeting.status } };
  return [[type, { meeting: { id: meeting.id, ...shown(meeting) }, ...change }]];
}

const shown = ({ status, completionReason, failureStage, data }: StoredMeeting) => ({
  status,
  completion_reason: completionReason,
  failure_stage: failureStage,
  data: { status_transition: data.status_transition ?? [] },
});

/** Signed anew for each attempt. The secret is sent along, as Vexa does. */
export function vexaHook({ url, secret }: VexaWebhook, payload: object): RecorderHook {
  const rawBody = pythonJson(payload);
  return {
    url,
    rawBody,
    delivery: DELIVERY,
    headersAt(now) {
      const timestamp = String(Math.floor(now / SECOND_MS));
      const hex = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex');
      return {
        authorization: `Bearer ${secret}`,
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': `sha256=${hex}`,
      };
    },
  };
}
