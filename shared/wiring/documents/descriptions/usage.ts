import type { Descriptions } from '#shared/wiring/documents/descriptions/descriptions';

/** Descriptions of fields of usage. */
export const USAGE_DESCRIPTIONS: Descriptions = {
  'Usage.from': 'The first day, in UTC.',
  'Usage.to': 'The last day, in UTC.',
  'Usage.by': 'What the entries are grouped by.',
  'Usage.data': 'By day: oldest first. What was not used is left out, but for `by=kind`.',
  'Usage.data.day': 'In UTC; null unless the usage is by day.',
  'Usage.data.member_id':
    'The member whom bots were sent for; null unless the usage is by member, and for what is no member’s.',
  'Usage.data.kind': 'What was used.',
  'Usage.data.quantity':
    'Minutes with two decimals, gigabytes of 10⁹ bytes with nine, or pieces, as the kind says. Stored gigabytes are what is kept at the end of the day, or of the last day.',
  'Usage.limits': 'The limits of the workspace in the current month (UTC), which the operator of the deployment sets.',
  'Usage.limits.kind': 'What is limited.',
  'Usage.limits.month': 'The month that the limit is about.',
  'Usage.limits.limit': 'In the unit of the kind.',
  'Usage.limits.used': 'What was used in the month, in the unit of the kind.',
  'Usage.limits.threshold': 'The highest threshold that is reached, in percent; null below 80.',
  'Usage.stored_bytes': 'What the workspace stores now, with what is reserved for files on their way, and may store.',
  'Usage.stored_bytes.limit': 'In bytes.',
  'Usage.stored_bytes.used': 'In bytes.',
  'Usage.limits.resets_at': 'When the next month begins.',
};
