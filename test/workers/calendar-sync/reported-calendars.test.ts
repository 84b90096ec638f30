import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import type { CalendarFeedId } from '#shared/foundation/core/ids';
import { callsTo } from '#test/support/api';
import { calendarSyncWorker } from '#test/support/calendar-sync-worker';
import { fakeFeed } from '#test/support/fake-feed';
import { describe, expect, it } from '#test/support/jest';
import { aPartner } from '../../contract/calendar-events/a-partner.ts';

const FOLDER = join(process.cwd(), 'test/data/reported-calendars');

type FeedOf = readonly [name: string, text: string];

/** A workspace that records every meeting, with a feed for each named member. The clock begins on 2026-11-02. */
async function aFeedFor(...members: readonly FeedOf[]) {
  const partner = await aPartner();
  await partner.recordEverything();
  const { world, owner } = partner;
  const call = callsTo(calendarConnections(world.context));
  for (const [name, text] of members) {
    const feed = fakeFeed(world.clock);
    feed.server.text = text;
    const work = calendarSyncWorker(world, { feed });
    const member_id = await partner.aMember(name);
    const url = `https://calendar.example.com/private-${name}.ics`;
    const body = { workspace_id: owner.workspaceId, member_id, url };
    const added = await call('POST', '/calendar_feeds', { key: owner.key, body });
    await work.whenDue(added.body.id as CalendarFeedId);
  }
  return partner;
}

const textOf = (name: string): string => readFileSync(join(FOLDER, `${name}.ics`), 'utf8');

interface Shown {
  readonly starts_at: string;
  readonly meeting_url: string | null;
  readonly recordings: readonly { readonly status: string; readonly started_at: string }[];
}

const meetingsIn = async (...members: readonly FeedOf[]) =>
  ((await (await aFeedFor(...members)).listed()) as Shown[])
    .map(({ starts_at, meeting_url, recordings }) => ({
      at: starts_at.slice(5, 16),
      link: meeting_url,
      bots: recordings.map(({ started_at }) => started_at.slice(5, 16)),
    }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));

const TEAMS = 'https://teams.microsoft.com/l/meetup-join/19%3Ameeting_Mza4%40thread.v2/0';
const ZOOM = 'https://us02web.zoom.us/j/8551234567?pwd=xY9';
const MEET = 'https://meet.google.com/abc-defg-hij';

/** Calendars as people have them; names and dates are changed. */
describe('a calendar as it was found', () => {
  it.each<readonly [name: string, link: string | null]>([
    ['k02-teams-invitation', `${TEAMS}?context=%7B%22Tid%22%3A%22b1b5a%22%7D`],
    ['k03-anchor', ZOOM],
    ['k04-two-calls', ZOOM],
    ['k06-quoted-thread-same-platform', ZOOM],
    ['k08-escaped-commas-in-url', 'https://us02web.zoom.us/j/8551234567?pwd=a%2Cb'],
    ['k09-conference-7986', ZOOM],
    ['k10-skypeteams', TEAMS],
    ['k11-url-website', MEET],
    ['k12-phone-only', null],
    ['k14-apple-structured', MEET],
    ['k16-number-and-passcode-text', null],
    ['k18-markdown', ZOOM],
    ['k21-organizer-no-mailto', null],
    ['k22-refresh-interval', null],
    ['k23-x-link', null],
    ['k24-refresh-bad', null],
    ['k26-end-floating', null],
    ['k27-alarm-no-desc', null],
    ['k28-private', null],
    ['k30-geo', null],
    ['k31-request-status', null],
    ['k32-dup-prop-params', null],
  ])('%s: is joined by %s', async (name, link) => {
    expect(await meetingsIn(['Ada', textOf(name)])).toMatchObject([{ at: '11-03T10:00', link }]);
  });

  it.each<readonly [name: string, starts: readonly string[]]>([
    ['v02-two-events-one-link', ['11-02T14:00', '11-03T14:00', '11-03T20:00', '11-04T14:00']],
    ['v04-split-series', ['11-03T09:00', '11-10T09:00', '11-17T09:00']],
  ])('%s: has a bot for each meeting', async (name, starts) => {
    const shown = await meetingsIn(['Ada', textOf(name)]);

    expect(shown.map(({ at }) => at)).toEqual(starts);
    expect(shown.map(({ bots }) => bots.length)).toEqual(starts.map(() => 1));
  });

  it('v01-dst-series: keeps its hour on the wall in winter', async () => {
    const shown = await meetingsIn(['Ada', textOf('v01-dst-series')]);

    expect(new Set(shown.map(({ at }) => at.slice(6)))).toEqual(new Set(['14:00']));
  });

  it('v05-declined: is not recorded', async () => {
    expect(await meetingsIn(['Ada', textOf('v05-declined')])).toMatchObject([{ bots: [] }]);
  });

  describe('u02: in the calendars of two members', () => {
    const WITHOUT = textOf('u02-shared-occurrence-a');
    const PASSCODE = 'https://zoom.us/j/7020000001?pwd=xY9';
    const inCalendar = (start: string, link: string): string =>
      WITHOUT.replaceAll(/TZID=Europe\/Berlin:20261103T12/g, `TZID=${start}`)
        .replaceAll(/TZID=Europe\/Berlin:20261103T13/g, `TZID=${start.replace('T06', 'T07')}`)
        .replace('https://zoom.us/j/7020000001', link);

    it('is one meeting each week, with one bot', async () => {
      const inNewYork = inCalendar('America/New_York:20261103T06', PASSCODE);

      const shown = await meetingsIn(['Ada', WITHOUT], ['Ben', inNewYork]);

      expect(shown.map(({ at, bots }) => [at, bots.length])).toEqual([
        ['11-03T11:00', 1],
        ['11-10T11:00', 1],
      ]);
    });
  });

  describe('a number as UID in the calendars of two members', () => {
    const numbered = (start: string, ...lines: readonly string[]): string =>
      [
        ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:17'],
        ...['DTSTAMP:20261101T000000Z', `DTSTART:20261103T${start}00Z`, ...lines, 'END:VEVENT', 'END:VCALENDAR', ''],
      ].join('\r\n');
    const ADAS = ['SUMMARY:Ada’s', 'LOCATION:https://zoom.us/j/1234567890', 'ORGANIZER:mailto:ada@acme.test'];
    const BENS = ['SUMMARY:Ben’s', 'LOCATION:https://zoom.us/j/9876543210', 'ORGANIZER:mailto:ben@acme.test'];

    it('is two meetings with their own links and bots', async () => {
      const shown = await meetingsIn(['Ada', numbered('1000', ...ADAS)], ['Ben', numbered('1500', ...BENS)]);

      expect(shown).toEqual([
        { at: '11-03T10:00', link: 'https://zoom.us/j/1234567890', bots: ['11-03T09:57'] },
        { at: '11-03T15:00', link: 'https://zoom.us/j/9876543210', bots: ['11-03T14:57'] },
      ]);
    });

    it('is one meeting where the call agrees', async () => {
      const sameCall = [BENS[0] ?? '', ADAS[1] ?? ''];

      const shown = await meetingsIn(['Ada', numbered('1000', ...ADAS)], ['Ben', numbered('1500', ...sameCall)]);

      expect(shown).toHaveLength(1);
    });
  });
});
