import type { MeetingId, UserId } from '#shared/foundation/core/ids';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import { type TakenPlace, tooManyReaders } from '#shared/meetings/live-transcripts/rules/reader-limits';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const user = (nth: number) => `usr_${nth}` as UserId;
const meetingId = 'mtg_1' as MeetingId;

/** Places of so many users, each of which ends a minute after the one before. */
const places = (count: number, userOf: (nth: number) => UserId): readonly TakenPlace[] =>
  Array.from({ length: count }, (_, nth) => ({
    ...{ id: String(nth), userId: userOf(nth), meetingId },
    endsAt: later(noon, (nth + 1) * MINUTE_MS),
  }));
const asked = { id: 'asked', userId: user(0), meetingId };

describe('a reader', () => {
  it.each([
    ['the tenth of a user in a meeting', { inMeeting: places(10, () => user(0)), ofUser: [] }, undefined],
    ['the eleventh', { inMeeting: places(11, () => user(0)), ofUser: [] }, 60],
    ['the twelfth of several at once', { inMeeting: places(12, () => user(0)), ofUser: [] }, 120],
    ['the 500th of a meeting', { inMeeting: places(500, user), ofUser: [] }, undefined],
    ['the 501st of a meeting', { inMeeting: places(501, user), ofUser: [] }, 60],
    ['the 200th of a user', { inMeeting: [], ofUser: places(200, () => user(0)) }, undefined],
    ['the 201st of a user', { inMeeting: [], ofUser: places(201, () => user(0)) }, 60],
  ])('%s is admitted, or gets the seconds until the next one is', (_, taken, retryInSeconds) => {
    expect(tooManyReaders(asked, taken, noon)?.extras.retryInSeconds).toBe(retryInSeconds);
  });

  it('is not refused for places that have ended', () => {
    const taken = { inMeeting: places(11, () => user(0)), ofUser: [] };

    expect(tooManyReaders(asked, taken, later(noon, MINUTE_MS))).toBeUndefined();
  });
});
