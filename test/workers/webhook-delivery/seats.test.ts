import { describe, expect, it } from '@jest/globals';
import { Seats } from '#functions/workers/webhook-delivery/seats';
import type { WebhookEndpointId } from '#shared/domain/ids';

const slow = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;
const other = 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId;

const tenTaken = () => {
  const seats = new Seats();
  for (let each = 0; each < 10; each += 1) seats.take(slow);
  return seats;
};

describe('the places of one endpoint in one process', () => {
  it('are ten', () => {
    const seats = new Seats();

    expect(Array.from({ length: 12 }, () => seats.take(slow))).toEqual([...Array(10).fill(true), false, false]);
  });

  it('leave those of another alone', () => {
    expect(tenTaken().take(other)).toBe(true);
  });

  it('are free again one by one', () => {
    const seats = tenTaken();

    seats.leave(slow);

    expect([seats.take(slow), seats.take(slow)]).toEqual([true, false]);
  });

  it('are no more than ten after somebody has left who never sat', () => {
    const seats = new Seats();
    seats.leave(slow);

    expect(Array.from({ length: 11 }, () => seats.take(slow)).filter((taken) => taken)).toHaveLength(10);
  });
});
