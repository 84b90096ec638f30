import { platformOfHost } from '#shared/foundation/core/platform';
import { objectIn } from '#test/doubles/recorders/hosted-recorder';

/** An error in the form of version 2. */
export const failed = (status: number, code: string, message: string): Response =>
  Response.json(
    { success: false, error: 'Error', code, statusCode: status, message, details: null },
    { status, headers: status === 429 ? { 'retry-after': '1' } : {} },
  );

/** What `POST /v2/bots` finds wrong with a body; undefined where nothing is. */
export function complaintAbout(body: Readonly<Record<string, unknown>>): string | undefined {
  const { meeting_url: url, bot_name: name, entry_message: message } = body;
  const { waiting_room_timeout: lobby } = objectIn(body['timeout_config']);
  if (typeof url !== 'string' || platformOfHost(URL.parse(url)?.hostname ?? '') === null)
    return 'body/meeting_url must be a valid meeting URL';
  if (typeof name !== 'string' || name.length < 1 || name.length > 255) return 'body/bot_name is too long';
  if (typeof message === 'string' && message.length > 500) return 'body/entry_message is too long';
  if (typeof lobby === 'number' && (lobby < 120 || lobby > 1_800)) return 'body/timeout_config is out of range';
  return undefined;
}
