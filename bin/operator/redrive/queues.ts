/**
 * Queues whose dead letters can be redriven: the name in the command, and the name in lib/. Other dead-letter queues
 * hold failed invocations, whose work stays due in the table until the sweeper starts it again.
 */
export const QUEUES = {
  fanout: 'fanout',
  first: 'deliver-first',
  retry: 'deliver-retry',
  slow: 'deliver-slow',
  bots: 'bots',
  calendars: 'calendars',
  settings: 'settings-jobs',
  redelivery: 'redelivery-jobs',
  housekeeping: 'housekeeping-jobs',
  mail: 'mail-jobs',
  exports: 'export-jobs',
  orders: 'order-jobs',
  media: 'media-jobs',
  recordings: 'recording-jobs',
  live: 'live',
} as const;

export type QueueName = keyof typeof QUEUES;
