import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { idOf } from '#shared/foundation/core/ids';
import type { HintRequest, RecorderHint } from '#shared/meetings/recorders/ports';
import { linesIn } from './attendee-lines.ts';
import { BOT_ID_KEY } from './attendee-order.ts';
import { AttendeeHook } from './attendee-schemas.ts';
import { canonicalJson } from './canonical-json.ts';

/**
 * The bot that a webhook of Attendee is about. Where the project's webhook secret is configured, the signature has to be
 * right; where it is not, the address with its token is the only proof.
 */
export function readAttendeeHint(
  secret: string | null,
  { headers, rawBody, hasToken }: HintRequest,
): RecorderHint | 'forged' {
  const isGenuine = secret === null ? hasToken : isSigned(secret, headers['x-webhook-signature'], rawBody);
  if (!isGenuine) return 'forged';
  const hook = hookIn(rawBody);
  const { bot_id, bot_metadata } = hook;
  const botId = idOf('bot', bot_metadata?.[BOT_ID_KEY]);
  const lines = linesIn(hook);
  return { ...(botId && { botId }), ...(bot_id && { externalId: bot_id }), ...(lines && { lines }) };
}

/** `X-Webhook-Signature`: the Base64 of an HMAC-SHA256 over the canonical JSON, not over the bytes that were sent. */
function isSigned(secret: string, signature: string | undefined, rawBody: string): boolean {
  const canonical = canonicalJson(rawBody);
  if (signature === undefined || canonical === undefined) return false;
  const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(canonical).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function hookIn(rawBody: string): v.InferOutput<typeof AttendeeHook> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), AttendeeHook), rawBody);
  return parsed.success ? parsed.output : {};
}
