import { bots } from '#functions/api/bots/index';
import { HOUR_MS, isoOf, later } from '#shared/foundation/core/time';
import { callsTo } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { anOccurrence, at } from '#test/support/fake-calendar';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { calls, elsewhere, noLinks, notCalls } from '../../data/link-cases.ts';
import { aSyncedCalendar } from '../../workers/calendar-sync/a-synced-calendar.ts';
import { aPartner, aPush } from '../calendar-events/a-partner.ts';

/** The link and platform of the meeting, or the code of the refusal. */
type Verdict = readonly [meetingUrl: string | null, platform: string | null] | string;
type Verdicts = ReadonlyMap<string, Verdict>;

const texts = [...calls, ...notCalls, ...elsewhere, ...noLinks].map(({ text }) => text);
const NOTHING = [null, null] as const;

type Partner = Pick<Awaited<ReturnType<typeof aPartner>>, 'meeting' | 'world'>;

/** Sends each link in an hour of its own. */
async function verdictsOf(
  { meeting, world }: Partner,
  send: (text: string, nth: number) => Promise<ApiResponse>,
): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  for (const [nth, text] of texts.entries()) {
    world.clock.advance(HOUR_MS);
    const { status, body } = await send(text, nth);
    if (status !== 201) verdicts.set(text, body.errors[0].code);
    else verdicts.set(text, [body.meeting_url, (await meeting(body.meeting_id)).platform]);
  }
  return verdicts;
}

async function verdictsOnBots(): Promise<Verdicts> {
  const partner = await aPartner();
  const { key, workspaceId: workspace_id } = partner.owner;
  const call = callsTo(bots(partner.world.context));
  return verdictsOf(partner, (meeting_url) => call('POST', '/bots', { key, body: { workspace_id, meeting_url } }));
}

async function verdictsOnPushes(): Promise<Verdicts> {
  const partner = await aPartner();
  return verdictsOf(partner, (meeting_url, nth) => partner.push(aPush({ meeting_url, ical_uid: `link-${nth}` })));
}

async function verdictsOnSync(): Promise<Verdicts> {
  const { calendar, runSync, listed } = await aSyncedCalendar();
  const startOf = (nth: number) => at(1 + nth);
  calendar.put(
    ...texts.map((text, nth) => anOccurrence(`link-${nth}`, { conferenceLinks: [text], startsAt: startOf(nth) })),
  );
  await runSync();
  const verdicts = new Map<string, Verdict>();
  for (const [nth, text] of texts.entries()) {
    const [after, before] = [later(startOf(nth), -1), later(startOf(nth), 1)].map(isoOf);
    const [meeting] = await listed(`&starts_after=${after}&starts_before=${before}`);
    verdicts.set(text, [meeting.meeting_url, meeting.platform]);
  }
  return verdicts;
}

describe('a link at POST /bots, POST /calendar_events and in a synced calendar', () => {
  const entrances = { bot: verdictsOnBots, push: verdictsOnPushes, sync: verdictsOnSync };
  const verdicts: Record<string, Verdicts> = {};
  beforeAll(async () => {
    for (const [entrance, judge] of Object.entries(entrances)) verdicts[entrance] = await judge();
  });

  const verdictsOn = (text: string) =>
    Object.fromEntries(Object.entries(verdicts).map(([entrance, all]) => [entrance, all.get(text)]));

  it.each(calls)('$name: the same call', ({ text, url, platform }) => {
    const call = [url, platform];

    expect(verdictsOn(text)).toEqual({ bot: call, push: call, sync: call });
  });

  it.each(notCalls)('$name: refused, and no link of a synced event', ({ text }) => {
    expect(verdictsOn(text)).toEqual({ bot: 'invalid', push: 'invalid', sync: NOTHING });
  });

  it.each(elsewhere)('$name: refused for a bot, stored for an event', ({ text, url, code }) => {
    expect(verdictsOn(text)).toEqual({ bot: code, push: [url, null], sync: [url, null] });
  });

  it.each(noLinks)('$name: refused as no link', ({ text, code }) => {
    expect(verdictsOn(text)).toEqual({ bot: code, push: code, sync: NOTHING });
  });
});
