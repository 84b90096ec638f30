/** What a recorder says to a bot that is to join at once. */
export type DeskAnswer =
  | 'welcome'
  | 'full' // it has no capacity left
  | 'refused'; // it does not take this link

/**
 * Asks a recorder whether it would take a bot for a link now. It only asks: nothing is sent, so asking twice is fine.
 * Throws `RecorderUnreachable` when nobody answers, `RecorderBroke` when the answer makes no sense.
 */
export interface RecorderDesk {
  ask(meetingUrl: string): Promise<DeskAnswer>;
}

export class RecorderBroke extends Error {}
