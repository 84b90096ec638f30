import fc from 'fast-check';
import { connected, disconnected, stoppedSyncing } from '#shared/calendars/connections/rules/transitions';
import { pageFrom, positionOf } from '#shared/lifecycle/erasures/rules/nested-position';
import { withoutErasedAccount, withoutErasedOwner } from '#shared/lifecycle/erasures/rules/strip-account';
import { strippedSnapshot } from '#shared/lifecycle/erasures/rules/strip-snapshot';
import type { IsErased } from '#shared/meetings/erasures/rules/erasure';
import { describe, expect, it } from '#test/support/jest';
import { minutes, noon } from '#test/unit/bots/rules/a-bot';
import { anEvent, anId } from '#test/unit/meetings/rules/a-meeting';
import '#test/support/property-seed';

const GRACE = 'grace@navy.test';
const isGrace: IsErased = ({ email }) => email === GRACE;

describe('the account that an event was read from', () => {
  it.each(['google', 'microsoft'])('becomes the id of the event where it is an erased address: %s', (provider) => {
    const event = anEvent('Grace', { account: `${provider}:${GRACE}` });

    expect(withoutErasedAccount(event, isGrace)).toEqual({ ...event, account: `erased:${event.id}` });
  });

  it.each([null, 'google:ada@acme.test', `feed:${GRACE}`, 'erased:cev_1'])('stays where it is %j', (account) => {
    const event = anEvent('Grace', { account });

    expect(withoutErasedAccount(event, isGrace)).toBe(event);
  });
});

describe('the account of a connected calendar', () => {
  const anActive = (accountEmail: string) =>
    connected({
      ...{ id: anId('cal'), workspaceId: anId('wks'), memberId: anId('mem'), provider: 'google' },
      ...{ accountEmail, createdAt: noon },
    }).state;

  it('becomes empty where it is an erased address and the calendar is disconnected', () => {
    const before = disconnected(anActive(GRACE), minutes(1)).state;

    expect(withoutErasedOwner(before, isGrace)).toEqual({ ...before, accountEmail: '' });
  });

  it.each([
    ['active', anActive(GRACE)],
    ['broken', stoppedSyncing(anActive(GRACE), { code: 'grant_expired', message: 'Gone.' }).state],
    ["another person's", disconnected(anActive('ada@acme.test'), minutes(1)).state],
  ])('stays where the calendar is %s', (_which, connection) => {
    expect(withoutErasedOwner(connection, isGrace)).toBe(connection);
  });

  it('becomes empty in stored events, and other fields with the address stay', () => {
    const resource = { account_email: GRACE, title: GRACE, metadata: { account_email: GRACE } };

    expect(strippedSnapshot(resource, isGrace)).toEqual({ ...resource, account_email: '' });
    expect(strippedSnapshot({ account_email: 'ada@acme.test' }, isGrace)).toEqual({ account_email: 'ada@acme.test' });
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
