import { workLimit } from '#shared/api/http/work-limit';
import type { UserId } from '#shared/foundation/core/ids';
import { Throttled } from '#shared/foundation/core/store';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { type Use, useFactory } from '#shared/foundation/core/uses';
import { addWork } from '#shared/foundation/dynamodb/request-work';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const ADA = 'usr_ada' as UserId;

/** The limit of a process, with a table that takes so many bytes, and requests of its users. */
function aProcess({ most = 10_000_000, fails = (): boolean => false } = {}) {
  const clock = aClock();
  const counted: number[] = [];
  const hasRoomFor = async ({ amount }: Use) => {
    if (fails()) throw new Throttled('The table is too busy.');
    const hasRoom = counted.reduce((sum, one) => sum + one, amount) <= most;
    if (hasRoom) counted.push(amount);
    return hasRoom;
  };
  const limitCounter = { hasRoomFor, take: async () => undefined, giveBack: async () => true };
  const limit = workLimit({ clock, useOf: useFactory(), limitCounter });
  const request = (bytes: number, userId: UserId = ADA, body = '') =>
    limit.measure(async () => {
      limit.admit(userId);
      addWork(bytes);
      return { body };
    });
  return { clock, counted, limit, request };
}

describe('what requests of a user come to', () => {
  it('is counted by the megabyte, with the next request', async () => {
    const { counted, request } = aProcess();

    for (let nth = 0; nth < 4; nth += 1) await request(400_000);
    await request(600_000);

    expect(counted).toEqual([1_200_000]);
  });

  it('has the bytes of answers', async () => {
    const { counted, request } = aProcess();

    await request(0, ADA, 'ä'.repeat(600_000));
    await request(0);

    expect(counted).toEqual([1_200_000]);
  });

  it('is counted later where the table throttles the write, and the request is answered', async () => {
    let isBusy = true;
    const { counted, request } = aProcess({ fails: () => isBusy });
    await request(2_000_000);
    expect(await request(1_000_000)).toEqual({ body: '' });
    isBusy = false;

    await request(0);

    expect(counted).toEqual([3_000_000]);
  });

  it('is that of each request where several run at once', async () => {
    const { counted, request } = aProcess();

    await Promise.all([request(2_000_000), request(3_000_000, 'usr_bob' as UserId)]);
    await Promise.all([request(0), request(0, 'usr_bob' as UserId)]);

    expect(counted.sort()).toEqual([2_000_000, 3_000_000]);
  });
});

describe('a limit that is reached', () => {
  it('refuses the user until its minute ends, and no other user', async () => {
    const { clock, limit, request } = aProcess({ most: 1_000_000 });
    await request(2_000_000);
    await request(0);

    await expect(request(0)).rejects.toThrow('try again in 60 seconds');
    expect(limit.isReachedBy(ADA)).toBe(true);
    await expect(request(0, 'usr_bob' as UserId)).resolves.toEqual({ body: '' });
    clock.advance(MINUTE_MS);
    await expect(request(0)).resolves.toEqual({ body: '' });
  });

  it('is forgotten of the user served longest ago, once there are more than a thousand', async () => {
    const { limit, request } = aProcess({ most: 1_000_000 });
    await request(2_000_000);
    await request(0);

    for (let nth = 0; nth < 1_000; nth += 1) await request(1, `usr_${nth}` as UserId);

    expect(limit.isReachedBy(ADA)).toBe(false);
  });
});
