import { trustMail } from '#shared/accounts/workspaces/commands/trust-mail';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectCalendar } from '#shared/calendars/connections/commands/connect-calendar';
import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarId, MemberId } from '#shared/foundation/core/ids';
import { HOUR_MS, isoOf, later, MINUTE_MS } from '#shared/foundation/core/time';
import { noon } from '#test/support/api';
import type { ApiResponse } from '#test/support/api-response';
import { aReceiver } from '#test/support/event-path/receiver';
import { endedAfter, recordingSince } from '#test/support/fake-recorder';
import { aSearchedDeployment } from './a-searched-deployment.ts';
import { ADA, icalNaming, occurrenceNaming, pushNaming, spokenBy } from './naming.ts';
import { plantedPerson } from './planted-person.ts';

interface Given {
  readonly seed?: string;
  /** Whether the person is a member of the workspace, too. */
  readonly isMember?: boolean;
}

/** A workspace with a person who came in by every way there is, and what followed from it. */
export async function aPlantedWorkspace({ seed = '7f3', isMember = false }: Given = {}) {
  const planted = await anOffice(seed);
  const settingsId = await subscribe(planted);
  const memberId = isMember ? await plantMember(planted) : undefined;
  const event = await plantEvents(planted);
  const connectionIds = await plantCalendars(planted, memberId);
  await plantAddresses(planted);
  const recorded = await plantRecording(planted, event.meeting_id);
  await mergeSearch(planted);
  const texts = await plantTexts(planted, recorded.conversationId);
  await planted.settle();
  const person = await plantName(planted);
  await planted.settle();
  return { ...planted, ...recorded, ...texts, connectionIds, settingsId, memberId, personId: String(person.id) };
}
export type PlantedWorkspace = Awaited<ReturnType<typeof aPlantedWorkspace>>;

export type Office = Awaited<ReturnType<typeof anOffice>>;

/** A deployment with a workspace and a member, into which nothing of the person has come yet. */
export async function anOffice(seed: string) {
  const deployment = aSearchedDeployment();
  const person = plantedPerson(seed);
  const owner = await deployment.world.anOwner('Acme', ['acme.test']);
  const { key, workspaceId } = owner;
  // So that the person gets mail, which has to be found as well.
  await trustMail(deployment.world.context)(workspaceId, { mailApproved: true });
  let asked = 0;

  /** Sends a request with an Idempotency-Key; throws where it is refused. */
  const request = async (method: string, path: string, body?: object, headers: object = {}): Promise<ApiResponse> => {
    asked += 1;
    const sent = { ...(method === 'POST' && { 'idempotency-key': `planted-${asked}` }), ...headers };
    const answered = await deployment.call(method, path, { key, ...(body && { body }), headers: sent });
    if (answered.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answered.body)}`);
    return answered;
  };
  const add = async (path: string, body: object, headers = {}): Promise<ApiResponse['body']> =>
    (await request('POST', path, { workspace_id: workspaceId, ...body }, headers)).body;

  const ada: MemberId = (await add('/members', ADA)).id;
  return { ...deployment, person, owner, request, add, ada };
}

/** Endpoints at the newest version and at an older one, and what the meetings are to be recorded and mailed for. */
export async function subscribe({ services, add, owner }: Office): Promise<string> {
  for (const [version, answers] of [
    ['2026-10-12', [204]],
    ['2026-10-09', [500, 204]],
  ] as const) {
    const receiver = aReceiver({ answers });
    services.receivers.push(receiver);
    await add('/webhook_endpoints', { url: receiver.url, enabled_events: ['*'] }, { 'service-version': version });
  }
  const settings = await add('/settings', {
    scope: [`workspace:${owner.workspaceId}`],
    recording: { enabled: true },
    summary: { email: 'participants' },
  });
  return settings.id;
}

async function plantMember({ add, request, person }: Office): Promise<MemberId> {
  const { id } = await add('/members', person);
  await request('PATCH', `/members/${id}`, { name: `Dr ${person.name}` });
  await add('/calendar_events', {
    ...pushNaming(person, { ical_uid: 'own@acme.test', meeting_url: null }),
    member_data: { name: person.name, email: person.email },
  });
  return id;
}

async function plantEvents({ add, request, person, ada }: Office): Promise<ApiResponse['body']> {
  const event = await add('/calendar_events', { ...pushNaming(person), member_id: ada });
  const bot = await add('/bots', {
    meeting_url: 'https://meet.google.com/xyz-good-bot',
    join_at: isoOf(later(noon, 5 * HOUR_MS)),
    participants: [person],
  });
  await request('PATCH', `/bots/${bot.id}`, { participants: [ADA, person] });
  return event;
}

/** A calendar at Google, one at Microsoft, and a feed of Ada; that at Microsoft is the person's own where they are a member. */
async function plantCalendars(office: Office, memberId: MemberId | undefined): Promise<readonly CalendarId[]> {
  const { add, ada, calendars, person, workers } = office;
  calendars.google.put(occurrenceNaming(person, 'google', 24));
  calendars.microsoft.put(occurrenceNaming(person, 'microsoft', 30));
  calendars.feed.publish(icalNaming(person));
  const google = await connect(office, 'google', { memberId: ada, accountEmail: 'ada@gmail.test' });
  const own = memberId && { memberId, accountEmail: person.email };
  const microsoft = await connect(office, 'microsoft', own ?? { memberId: ada, accountEmail: 'ada@work.test' });
  const url = `https://calendar.example.com/${encodeURIComponent(person.email)}/private-8f14e45f.ics`;
  const feed = (await add('/calendar_feeds', { member_id: ada, url })).id;
  for (const id of [google, microsoft, feed]) await workers.syncs.whenDue(id);
  return [google, microsoft, feed];
}

/** A calendar of a member, with its grant. */
export async function connect(
  { world: { context }, owner }: Office,
  provider: CalendarProviderName,
  account: { readonly memberId: MemberId; readonly accountEmail: string },
): Promise<CalendarId> {
  const workspace = await workspaces.find(context.table, owner.workspaceId);
  if (!workspace) throw new Error('The workspace does not exist.');
  return (await connectCalendar(context)(workspace.state, { ...account, provider, refreshToken: 'first' })).id;
}

async function plantAddresses({ add, person }: Office): Promise<void> {
  await add('/organization_memberships', { email: person.email, role: 'guest' });
  await add('/calendar_connect_links', { member_data: person, return_url: 'https://partner.test/back' });
}

/** A bot joins the call of a meeting in ten minutes, and a recorder hears the person there. */
export async function plantRecording(
  {
    world,
    workers,
    recording,
    request,
    person,
  }: Pick<Office, 'world' | 'workers' | 'recording' | 'request' | 'person'>,
  meetingId: string,
) {
  const { recordings } = (await request('GET', `/meetings/${meetingId}`)).body;
  const botId: string = recordings[0].id;
  const { clock } = world;
  recording.transcribes(spokenBy(person));
  clock.advance(10 * MINUTE_MS);
  await workers.bots.work(botId);
  const startedAt = clock.now();
  recording.says(botId, recordingSince(startedAt));
  await workers.bots.work(botId);
  clock.advance(MINUTE_MS);
  recording.says(botId, endedAfter(startedAt, 60));
  await workers.bots.work(botId);
  const meeting = (await request('GET', `/meetings/${meetingId}`)).body;
  const conversationId: string = meeting.results.transcript.conversation_id;
  return { meetingId, botId, conversationId };
}

/** Search has the person in a pack. What comes after is in segments. */
async function mergeSearch({ world, owner: { workspaceId }, settle }: Office): Promise<void> {
  const { context, clock, files } = world;
  await settle();
  await context.changes.save({
    at: clock.now(),
    jobs: [{ type: 'job.workspace_search', content: { workspaceId } }],
  });
  await settle();
  if (![...files.files.keys()].some((key) => key.includes('/search/packs/'))) throw new Error('There is no pack.');
}

/** A correction, and the texts and files that are made of the transcript. */
async function plantTexts({ request, person, settle }: Office, conversationId: string) {
  const path = `/conversations/${conversationId}/transcript`;
  const { body, headers } = await request('GET', path);
  const [first, ...others] = body.speakers;
  const speakers = [{ ...first, name: person.name }, ...others];
  const corrected = {
    speakers,
    segments: body.segments.map((one: object, at: number) => ({ ...one, ...(at === 0 && { text: 'Corrected.' }) })),
  };
  await request('PUT', path, corrected, { 'if-match': headers['etag'] });
  await settle();
  const order = (
    await request('POST', '/translate', { source_conversation_id: conversationId, target_languages: ['fr'] })
  ).body;
  const subtitles = (await request('GET', `/conversations/${conversationId}/convert_to_subtitles`)).body;
  await settle();
  const translation: string = order.outputs_ids[0];
  await request('GET', `/conversations/${translation}/summary`);
  for (const format of ['txt', 'docx', 'srt'])
    await request('POST', '/exports', { conversation_ids: [conversationId, translation], format, show_speakers: true });
  await settle();
  return { translationId: translation, subtitlesId: String(subtitles.id) };
}

/** Gives the person another name, by hand. */
async function plantName({ request, owner, person }: Office): Promise<ApiResponse['body']> {
  const query = `workspace_id=${owner.workspaceId}&email=${encodeURIComponent(person.email)}`;
  const [found] = (await request('GET', `/people?${query}`)).body.data;
  return (await request('PATCH', `/people/${found.id}`, { name: `${person.name} the Third` })).body;
}
