/**
 * The queues whose dead letters can be moved back, by the names that the command takes, and what lib/ calls them. Other
 * dead letters are no messages of a queue: what they tell of stays due in the table, and the sweeper starts it again.
 */
export const LINES = {
  fanout: 'fanout',
  first: 'deliver-first',
  retry: 'deliver-retry',
  slow: 'deliver-slow',
  bots: 'bots',
  calendars: 'calendars',
} as const;

export type Line = keyof typeof LINES;
