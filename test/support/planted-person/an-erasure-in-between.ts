import type { CalendarId } from '#shared/foundation/core/ids';
import { type Instant, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { commandContext } from '#shared/wiring/command-context';
import { noon } from '#test/support/api';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { untilKilled } from '#test/support/until-killed';
import { anOffice, connect, type Office, subscribe } from './a-planted-workspace.ts';
import { ADA, icalNaming, occurrenceNaming, pushNaming, spokenBy } from './naming.ts';
import { ANYWHERE, placesBut } from './where-excepted.ts';

/** One who stays, of the company of the person. */
export const PEER = { name: 'Ottoline', email: 'ottoline@planted.example' };

/** What happens before, between and after the steps of an erasure. */
export type Happening =
  | { readonly kind: 'push'; readonly uid: 'pushed' | 'other' }
  | { readonly kind: 'sync'; readonly of: 'google' | 'microsoft' | 'feed' }
  /** The bot of the pushed meeting goes on: it joins, records, or brings its recording. */
  | { readonly kind: 'record' }
  | { readonly kind: 'export' | 'deliver' | 'minute' | 'one step' | 'again' | 'erase again' }
  /** A worker of jobs dies at a write. */
  | { readonly kind: 'killed'; readonly after: number; readonly keepsLast: boolean };

interface Given {
  readonly seed: string;
  /** Erased as a member who is removed, or else as a person. */
  readonly isMember: boolean;
}

/** A person in a workspace, their erasure, and everything that can happen in between. */
export async function anErasureInBetween({ seed, isMember }: Given) {
  const office = await anOffice(seed);
  await subscribe(office);
  const memberId: string | undefined = isMember ? (await office.add('/members', office.person)).id : undefined;
  const calendars = await connectAll(office);
  const { world, workers, person, owner, request } = office;
  const { context } = world;
  let versions = 0;
  let meetingId = '';
  let isErased = false;

  const push = async (uid: string): Promise<void> => {
    versions += 1;
    const named = pushNaming(person, { ical_uid: `${uid}@acme.test`, title: `Version ${versions}` });
    const attendees = [...named.attendees, { ...PEER, response: 'accepted' }];
    const meeting_url = uid === 'pushed' ? named.meeting_url : null;
    const { meeting_id } = await office.add('/calendar_events', {
      ...{ ...named, attendees, meeting_url },
      member_id: office.ada,
    });
    if (uid === 'pushed') meetingId = meeting_id;
  };

  const find = async () => {
    const query = `workspace_id=${owner.workspaceId}&email=${encodeURIComponent(person.email)}`;
    return (await request('GET', `/people?${query}`)).body.data[0];
  };

  /** Once; repeated, it changes nothing. */
  const erase = async (): Promise<void> => {
    if (memberId) {
      if (!isErased) await request('DELETE', `/members/${memberId}`);
      await request('POST', `/members/${memberId}/erase`);
    } else {
      const found = await find();
      if (found && !isErased) await request('DELETE', `/people/${found.id}`);
    }
    isErased = true;
  };

  const killed = async (death: { readonly after: number; readonly keepsLast: boolean }): Promise<void> => {
    const dying = commandContext({ ...context, table: untilKilled(context.table, death) });
    const house = housekeepingWorker(world, { context: { ...context, ...dying } });
    await house.runOnce().catch((error: Error) => {
      if (!error.message.includes('killed')) throw error;
    });
  };

  const take = async (happening: Happening): Promise<void> => {
    switch (happening.kind) {
      case 'push':
        return push(happening.uid);
      case 'sync':
        versions += 1;
        return sync(office, calendars, happening.of, versions);
      case 'record':
        return goOnRecording(office, meetingId);
      case 'export':
        return exportAll(office);
      case 'deliver':
        return office.deliver();
      case 'minute':
        await minute(office);
        return;
      case 'one step':
        await housekeepingWorker(world, { timeLeft: 0 }).runOnce();
        return;
      case 'again':
        return workers.house.again('job.person_erasure');
      case 'erase again':
        return isErased ? erase() : undefined;
      case 'killed':
        return killed(happening);
    }
  };

  return {
    ...{ take, erase },
    /** The person is in the workspace, by a push and each calendar. */
    async begin(): Promise<void> {
      await push('pushed');
      for (const source of ['google', 'microsoft', 'feed'] as const) await take({ kind: 'sync', of: source });
      await workers.people.untilQuiet();
    },
    /** Everything that was begun ends, and every source brings the person once more. */
    async end(): Promise<void> {
      for (const source of ['google', 'microsoft', 'feed'] as const) await take({ kind: 'sync', of: source });
      await push('pushed');
      for (let turn = 0; turn < 3; turn += 1) await goOnRecording(office, meetingId);
      await untilQuiet(office);
      await exportAll(office);
      await untilQuiet(office);
    },
    /** Days pass, until every meeting is over and counted. */
    async pass(milliseconds: number): Promise<void> {
      world.clock.advance(milliseconds);
      await untilQuiet(office);
    },
    /** Where the person stands beside what the guide excepts. */
    left: () => placesBut(office.find(person), ANYWHERE),
    counts: () => countsOf(office),
  };
}

/** Events reach their endpoints within seconds, before a minute is over. Answers how many rows and jobs were due. */
async function minute({ deliver, workers }: Office): Promise<number> {
  await deliver();
  return workers.people.minute();
}

/** Minutes until no job is left, then what else there is to do; again where that leaves a job, as an event does that is fanned out late. */
async function untilQuiet(office: Office): Promise<void> {
  const jobs = () => office.workers.house.jobs().length;
  let minutes = 0;
  do {
    for (; minutes < 200 && (await minute(office)) + jobs() > 0; minutes += 1);
    await office.settle();
  } while (minutes < 200 && jobs() > 0);
}

type Calendars = Readonly<Record<'google' | 'microsoft' | 'feed', CalendarId>>;

async function connectAll(office: Office): Promise<Calendars> {
  const { add, ada } = office;
  const url = 'https://calendar.example.com/private-8f14e45f.ics';
  return {
    google: await connect(office, 'google', { memberId: ada, accountEmail: 'ada@gmail.test' }),
    microsoft: await connect(office, 'microsoft', { memberId: ada, accountEmail: 'ada@work.test' }),
    feed: (await add('/calendar_feeds', { member_id: ada, url })).id,
  };
}

/** The source has the event of the person anew, and is read. */
async function sync(
  { calendars, person, workers }: Office,
  ids: Calendars,
  of: keyof Calendars,
  version: number,
): Promise<void> {
  const title = `Version ${version}`;
  if (of === 'feed') calendars.feed.publish(icalNaming(person).replace('SUMMARY:Planning', `SUMMARY:${title}`));
  else calendars[of].put({ ...occurrenceNaming(person, of, of === 'google' ? 24 : 30), title });
  await workers.syncs.runSync(ids[of]);
}

/** Nothing where the meeting has no bot, or its bot has ended. */
async function goOnRecording(
  { request, world, workers, recording, person, deliver }: Office,
  meetingId: string,
): Promise<void> {
  if (meetingId === '') return;
  const { recordings } = (await request('GET', `/meetings/${meetingId}`)).body;
  const bot = recordings[0];
  const { clock } = world;
  recording.transcribes(spokenBy(person));
  recording.seesSpeakers([{ speakerKey: 'one', speakerName: person.name, start: 0, end: 5 }]);
  await deliver();
  if (bot?.status === 'queued') clock.set(Math.max(clock.now(), later(noon, 10 * MINUTE_MS)) as Instant);
  if (bot?.status === 'joining') recording.says(bot.id, recordingSince(clock.now()));
  if (bot?.status === 'in_call') recording.says(bot.id, endedAfter(later(clock.now(), -MINUTE_MS), 60));
  if (bot) await workers.bots.work(bot.id);
}

async function exportAll({ request, owner }: Office): Promise<void> {
  const { data } = (await request('GET', `/conversations?workspace_id=${owner.workspaceId}`)).body;
  const ids = data.map(({ id }: { readonly id: string }) => id);
  if (ids.length === 0) return;
  const body = { conversation_ids: ids, format: 'txt', show_speakers: true };
  await request('POST', '/exports', body);
}

/** What is counted of those who stay, and the same counted slowly from the meetings. */
async function countsOf({ request, owner, world }: Office) {
  const listed = async (path: string) =>
    (await request('GET', `${path}?workspace_id=${owner.workspaceId}&limit=100`)).body.data;
  const [meetings, people, companies] = [
    await listed('/meetings'),
    await listed('/people'),
    await listed('/companies'),
  ];
  const now = isoOf(world.clock.now());
  const met = (email: string): number =>
    meetings.filter(
      ({ ends_at, phase, participants }: MeetingShown) =>
        phase !== 'cancelled' && ends_at <= now && participants.some((one) => one.email === email),
    ).length;
  const invited = new Set<string>(
    meetings.flatMap(({ participants }: MeetingShown) => participants.map(({ email }) => email)),
  );
  return {
    shown: {
      people: people.map(({ email, meetings_count }: PersonShown) => [email, meetings_count]).sort(),
      companies: companies.map(({ domain, people_count }: CompanyShown) => [domain, people_count]).sort(),
    },
    slow: {
      people: [...invited].map((email) => [email, met(email)]).sort(),
      companies: [...Map.groupBy(withCompany(invited), domainOf)].map(([domain, of]) => [domain, of.length]).sort(),
    },
  };
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
const withCompany = (emails: ReadonlySet<string>): readonly string[] =>
  [...emails].filter((email) => domainOf(email) !== domainOf(ADA.email));

interface MeetingShown {
  readonly ends_at: string;
  readonly phase: string;
  readonly participants: readonly { readonly email: string }[];
}
interface PersonShown {
  readonly email: string;
  readonly meetings_count: number;
}
interface CompanyShown {
  readonly domain: string;
  readonly people_count: number;
}
