import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { provisionUser } from '#shared/accounts/identity/commands/provision-user';
import { LIMITS, type LimitOverrides } from '#shared/foundation/core/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { kmsSealer } from '#shared/foundation/platform/kms-sealer';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { appContext } from '#shared/wiring/app-context';
import { inMemoryKms } from '#test/doubles/aws/kms';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, noon, type World } from '#test/support/api';
import { type Sealed, sealed } from './gateway.ts';
import { groupsIn } from './groups.ts';
import { seededBytes, seededRandom } from './random.ts';

/** What stands between our code and the in-memory services: it counts, delays or times what passes. */
export interface Watching {
  readonly table: (client: Client<DynamoDBClient>) => Client<DynamoDBClient>;
  readonly others: <Send>(client: { readonly send: Send }) => { readonly send: Send };
}

type Client<Of extends { readonly send: unknown }> = Pick<Of, 'send'>;

/** How big the measured workspace is. */
export const SIZE = { endpoints: 3, meetings: 110, attendees: 8, mostAttendees: 40 } as const;

/** A measurement repeats one call more often than the documented limits allow. */
const UNREACHABLE = Number.MAX_SAFE_INTEGER;
const UNLIMITED: LimitOverrides = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, UNREACHABLE]));

export interface OfficeGiven {
  /** With its own table, clock and files; a new one where absent. */
  readonly world?: World;
  readonly kms?: ReturnType<typeof inMemoryKms>;
  /** The part of the workspace's settings that is about summaries. */
  readonly summary?: object;
}

export type Office = Awaited<ReturnType<typeof anOffice>>;

/**
 * A workspace as a busy partner has one: three endpoints that hear of everything, settings for the workspace and for
 * a member, a calendar of meetings that bots will record, one of them with many attendees. All of it was made through
 * the API, by handlers whose every request to AWS passes `watching`.
 */
export async function anOffice(watching: Watching, seed: number, given: OfficeGiven = {}) {
  const reception = await aReception(watching, seed, given);
  const { call, workspaceId } = reception;
  for (let nth = 0; nth < SIZE.endpoints; nth += 1)
    await call('POST', '/webhook_endpoints', {
      workspace_id: workspaceId,
      url: `https://partner.test/hooks/${nth}`,
      enabled_events: nth === 0 ? ['*'] : PUBLIC_EVENTS,
    });
  const memberId: string = (await call('POST', '/members', { workspace_id: workspaceId, email: emailOf(0) })).id;
  const { summary } = given;
  const settingsId = await settingsFor(
    call,
    { workspace_id: workspaceId, recording: { enabled: true }, ...(summary && { summary }) },
    `workspace:${workspaceId}`,
  );
  const ofMember = { workspace_id: workspaceId, recording: { methods: { bot: { mode: 'audio_only' } } } };
  await settingsFor(call, ofMember, `member:${memberId}`);

  let pushed = 0;
  let linked = 100_000;
  /** An event of the member's that is not pushed yet. */
  const aPush = (more: object = {}) => {
    pushed += 1;
    return { workspace_id: workspaceId, member_id: memberId, ...anEvent(pushed, SIZE.attendees), ...more };
  };
  /** A link that no calendar knows of. */
  const aFreshLink = () => {
    linked += 1;
    return aLink(linked);
  };
  const meetingIds: string[] = [];
  for (let nth = 1; nth < SIZE.meetings; nth += 1)
    meetingIds.push((await call('POST', '/calendar_events', aPush())).meeting_id);
  const crowd = await call('POST', '/calendar_events', aPush({ attendees: attendees(SIZE.mostAttendees) }));
  return {
    ...reception,
    memberId,
    settingsId,
    meetingIds,
    crowdedMeetingId: String(crowd.meeting_id),
    aPush,
    aFreshLink,
  };
}

/** An owner's key to an empty workspace, and the ways to use it. */
async function aReception(watching: Watching, seed: number, { world = aWorld(), kms = inMemoryKms() }: OfficeGiven) {
  const randomBytes = seededBytes(seededRandom(seed));
  const table = tableOver(watching.table(world.dynamo));
  const sealer = kmsSealer(watching.others(kms), 'key');
  const context = {
    ...world.context,
    ...appContext({ ...world.context, table, sealer, randomBytes, limits: UNLIMITED, log: () => undefined }),
  };
  const workspace = { name: 'Acme', emailDomains: ['acme.test'] };
  const owner = await provisionUser(context)({ email: 'owner@acme.test', workspace });
  const { apiKey, workspaceId } = owner;

  const groups = groupsIn(context);
  const request = (method: string, path: string, body?: unknown): Sealed => {
    const handler = groups[/^\/([^/?]+)/.exec(path)?.[1] ?? ''];
    if (!handler) throw new Error(`No group answers ${path}`);
    return sealed(handler, method, path, apiKey, body);
  };
  /** Sends it at once and answers the body; a refusal is a mistake of the scenario. */
  const call = async (method: string, path: string, body?: unknown) => {
    const { statusCode = 0, body: text = '' } = await request(method, path, body).send();
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode} ${text}`);
    return JSON.parse(text);
  };
  return { world: { ...world, context }, owner, workspaceId, request, call };
}

type Call = Awaited<ReturnType<typeof aReception>>['call'];

interface NewSettings {
  readonly workspace_id: string;
  readonly recording: object;
  readonly summary?: object;
}

async function settingsFor(call: Call, settings: NewSettings, scope: string): Promise<string> {
  const { id } = await call('POST', '/settings', settings);
  await call('POST', '/settings_assignments', { settings_id: id, scope: [scope] });
  return id;
}

const emailOf = (nth: number) => `person-${nth}@${nth % 2 ? 'other' : 'acme'}.test`;

const attendees = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ name: `Person ${nth}`, email: emailOf(nth), response: 'accepted' }));

function anEvent(nth: number, people: number) {
  const startsAt = noon + DAY_MS + nth * HOUR_MS;
  return {
    ical_uid: `event-${nth}@acme.test`,
    title: `Planning, part ${nth}`,
    starts_at: new Date(startsAt).toISOString(),
    ends_at: new Date(startsAt + 45 * MINUTE_MS).toISOString(),
    meeting_url: aLink(nth),
    organizer: { name: 'Person 0', email: emailOf(0) },
    attendees: attendees(people),
    metadata: { source: 'crm', account: `account-${nth}` },
  };
}

/** A link of its own for each number; the middle group lets a simulated meeting go well. */
function aLink(nth: number): string {
  const letters = nth
    .toString(26)
    .padStart(6, '0')
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return `https://meet.google.com/${letters.slice(0, 3)}-good-${letters.slice(3)}`;
}
