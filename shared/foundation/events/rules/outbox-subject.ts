import { type BotId, type CalendarId, calendarIdOf, type DeliveryId, idOf } from '#shared/foundation/core/ids';

/** What a job can be about. */
export type OutboxSubject = BotId | CalendarId | DeliveryId;

/** Undefined where the text is the id of nothing that a job can be about. */
export const subjectIn = (text: unknown): OutboxSubject | undefined =>
  idOf('bot', text) ?? idOf('evt', text) ?? calendarIdOf(text);
