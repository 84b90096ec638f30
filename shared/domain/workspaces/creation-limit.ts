import { Refusal } from '#shared/domain/refusal';
import { DAY_MS, type Instant, isoOf } from '#shared/domain/time';

/** Workspaces that one user makes in a day, those archived since included (service-api.md, Limits). */
export const WORKSPACES_A_DAY = 20;

/** The calendar day in UTC that a limit counts by. */
export const dayOf = (now: Instant): string => isoOf(now).slice(0, 10);

export function refuseOneTooMany(madeToday: number, now: Instant): void {
  if (madeToday < WORKSPACES_A_DAY) return;
  const retryInSeconds = Math.ceil((DAY_MS - (now % DAY_MS)) / 1000);
  const message = `A user makes at most ${WORKSPACES_A_DAY} workspaces a day (UTC): try again tomorrow.`;
  throw new Refusal('rate_limited', [{ code: 'workspace_creation_rate_limited', message }], { retryInSeconds });
}
