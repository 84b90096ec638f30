import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CalendarEvent } from '#shared/calendar-events/rules/calendar-event';
import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { IsErased } from '#shared/erasures/rules/erasure';
import { pageFrom, positionOf } from '#shared/erasures/rules/nested-position';
import { withoutErasedAccount, withoutErasedOwner } from '#shared/erasures/rules/strip-account';
import '#test/support/property-seed';

const isGrace: IsErased = ({ email }) => email === 'grace@navy.test';

const eventOf = (account: string | null) => ({ id: 'cev_1', account }) as CalendarEvent;
const connectionOf = (status: string, accountEmail: string) => ({ status, accountEmail }) as CalendarConnection;

describe('the account that an event was read from', () => {
  it.each(['google', 'microsoft'])('becomes the id of the event where it is an erased address: %s', (provider) => {
    expect(withoutErasedAccount(eventOf(`${provider}:grace@navy.test`), isGrace).account).toBe('erased:cev_1');
  });

  it.each([null, 'google:ada@acme.test', 'feed:grace@navy.test', 'erased:cev_1'])('stays where it is %j', (account) => {
    const event = eventOf(account);

    expect(withoutErasedAccount(event, isGrace)).toBe(event);
  });
});

describe('the account of a connected calendar', () => {
  it('becomes empty where it is an erased address and the calendar is disconnected', () => {
    expect(withoutErasedOwner(connectionOf('disconnected', 'grace@navy.test'), isGrace).accountEmail).toBe('');
  });

  it.each([
    ['active', 'grace@navy.test'],
    ['error', 'grace@navy.test'],
    ['disconnected', 'ada@acme.test'],
    ['disconnected', ''],
  ])('stays where the calendar is %s and it is %s', (status, email) => {
    const connection = connectionOf(status, email);

    expect(withoutErasedOwner(connection, isGrace)).toBe(connection);
  });
});

it('a position in two lists is read as it was written, and the beginning where there is none', () => {
  const place = fc.option(fc.string(), { nil: undefined });
  fc.assert(
    fc.property(place, place, (after, within) => {
      expect(pageFrom(positionOf(after, within))).toEqual({ after, within });
    }),
  );
  expect(pageFrom(undefined)).toEqual({ after: undefined, within: undefined });
});
