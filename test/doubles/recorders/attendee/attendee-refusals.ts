/** Fields that `POST /bots` of Attendee 1.64 takes. */
const FIELDS = [
  'meeting_url',
  'bot_name',
  'bot_image',
  'metadata',
  'bot_chat_message',
  'join_at',
  'deduplication_key',
  'webhooks',
  'transcription_settings',
  'recording_settings',
  'automatic_leave_settings',
];

const isPlain = (text: string) => !/[\u{10000}-\u{10ffff}]/u.test(text);

/** Why Attendee refuses an order: an `{"error"}`, or a map from fields to sentences. Undefined where it takes it. */
export function refuseOrder(order: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const { meeting_url, bot_name, metadata, bot_chat_message, webhooks } = order;
  const unexpected = Object.keys(order).filter((field) => !FIELDS.includes(field));
  if (unexpected.length > 0) return { non_field_errors: [`Unexpected field(s): ${unexpected.join(', ')}.`] };
  if (typeof bot_name !== 'string' || bot_name === '') return { bot_name: ['This field may not be blank.'] };
  if (!isPlain(bot_name)) return { bot_name: ['Bot name cannot contain emojis or rare script characters.'] };
  if (!/^https:\/\/(meet\.google\.com|[\w.]*zoom\.us|teams\.)/.test(String(meeting_url)))
    return { meeting_url: ['Invalid meeting URL'] };
  if (/zoom\.us/.test(String(meeting_url)))
    return { error: 'Zoom App credentials are required to create a Zoom bot. Please add Zoom credentials at http://…' };
  if (metadata !== undefined && JSON.stringify(metadata).length > 1000)
    return { metadata: ['Metadata must be less than 1000 characters'] };
  const message = (bot_chat_message as { message?: string } | undefined)?.message;
  if (message !== undefined && !isPlain(message))
    return { bot_chat_message: { message: ['Message cannot contain emojis or rare script characters.'] } };
  const hooks = (webhooks ?? []) as { url: string }[];
  if (hooks.some(({ url }) => !url.startsWith('https://'))) return { webhooks: ['does not match ^https://.*'] };
  if (bot_name.length > 255) return { error: 'An error occurred while creating the bot. Error ID: 1c2d' };
  return undefined;
}
