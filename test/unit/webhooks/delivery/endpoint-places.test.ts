import type { UserId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { SECOND_MS } from '#shared/foundation/core/time';
import {
  type EndpointPlaces,
  endpointPlaces,
  mostPlaces,
  type PlacesOf,
} from '#shared/webhooks/delivery/endpoint-places';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const one: PlacesOf = { holder: 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId, queue: 'first' };
const other: PlacesOf = { ...one, holder: 'whe_01h455vb4pex5vsknk084sn03q' as WebhookEndpointId };

/** Of a user who founded workspaces. */
const founder: PlacesOf = { ...one, holder: 'usr_01h455vb4pex5vsknk084sn02q' as UserId };
const MOST = { endpoint: { first: 3, retry: 2 }, workspace: { first: 4, retry: 3 }, founder: { first: 5, retry: 4 } };

function threePlaces() {
  const clock = aClock();
  return {
    clock,
    places: endpointPlaces({ table: tableOver(inMemoryMainTable()), clock, most: MOST }),
  };
}

async function takenOneByOne(places: EndpointPlaces, times: number): Promise<readonly boolean[]> {
  const taken: boolean[] = [];
  for (const _time of timesOf(times)) taken.push(await places.take(one));
  return taken;
}

const timesOf = (times: number) => Array.from({ length: times });

describe('the places of an endpoint', () => {
  it('are a tenth of the concurrent batches, and two at least', () => {
    const places = [2, 5, 10, 29, 30, 100].map((first) => mostPlaces({ first, retry: 50 }).endpoint);

    expect(places.map(({ first }) => first)).toEqual([2, 2, 2, 2, 3, 10]);
    expect(places.map(({ retry }) => retry)).toEqual(Array(6).fill(5));
  });

  it('are a third of the concurrent batches for all endpoints of one founder, and three at least', () => {
    const places = [2, 5, 10, 29, 30, 100].map((first) => mostPlaces({ first, retry: 50 }).founder);

    expect(places.map(({ first }) => first)).toEqual([3, 3, 3, 9, 10, 33]);
    expect(places.map(({ retry }) => retry)).toEqual(Array(6).fill(16));
  });

  it('are an eighth of the concurrent batches for all endpoints of one workspace, and three at least', () => {
    const places = [2, 5, 10, 31, 32, 100].map((first) => mostPlaces({ first, retry: 50 }).workspace);

    expect(places.map(({ first }) => first)).toEqual([3, 3, 3, 3, 4, 12]);
    expect(places.map(({ retry }) => retry)).toEqual(Array(6).fill(6));
  });

  it('are counted for a founder beside those of the endpoints', async () => {
    const { places } = threePlaces();
    for (const _time of timesOf(3)) await places.take(one);

    const taken = await Promise.all(timesOf(20).map(() => places.take(founder)));

    expect(taken.filter((isTaken) => isTaken)).toHaveLength(5);
  });

  it('are as many as there are, of however many batches at the same moment', async () => {
    const { places } = threePlaces();

    const taken = await Promise.all(timesOf(20).map(() => places.take(one)));

    expect(taken.filter((isTaken) => isTaken)).toHaveLength(3);
  });

  it('are counted for each queue', async () => {
    const { places } = threePlaces();
    for (const _time of timesOf(3)) await places.take(one);

    expect([await places.take(one), await places.take({ ...one, queue: 'retry' })]).toEqual([false, true]);
  });

  it('are its own', async () => {
    const { places } = threePlaces();
    for (const _time of timesOf(3)) await places.take(one);

    expect([await places.take(one), await places.take(other)]).toEqual([false, true]);
  });

  it('can be taken again when they are given back, and no more than were taken', async () => {
    const { places } = threePlaces();
    for (const _time of timesOf(3)) await places.take(one);

    for (const _time of timesOf(5)) await places.giveBack(one);

    expect(await takenOneByOne(places, 5)).toEqual([true, true, true, false, false]);
  });

  it('that killed instances held can be taken again when none was taken for twenty seconds', async () => {
    const { places, clock } = threePlaces();
    for (const _time of timesOf(3)) await places.take(one);

    clock.advance(20 * SECOND_MS - 1);
    expect(await places.take(one)).toBe(false);
    clock.advance(1);

    expect(await takenOneByOne(places, 4)).toEqual([true, true, true, false]);
  });

  it('that killed instances held do not stay taken where others are given back', async () => {
    const { places, clock } = threePlaces();
    await places.take(one);
    clock.advance(21 * SECOND_MS);

    expect(await takenOneByOne(places, 4)).toEqual([true, true, true, false]);
  });
});
