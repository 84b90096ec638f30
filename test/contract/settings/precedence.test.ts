import fc from 'fast-check';
import { SECOND_MS } from '#shared/foundation/core/time';
import type { ApiResponse } from '#test/support/api-response';
import { describe, expect, it } from '#test/support/jest';
import { settingsPropagationWorker } from '#test/support/settings-propagation-worker';
import { aDeployment } from '../edge/a-deployment.ts';

/** Every setting by its dotted path, with its service default: docs/limits-and-rules.md#settings-precedence. */
const DEFAULTS = {
  'recording.enabled': false,
  'recording.methods.bot.start': 'on_join',
  'recording.methods.bot.mode': 'audio_and_video',
  'recording.methods.bot.silence_detection.alert': true,
  'transcription.language': 'auto',
  'summary.template': 'general',
  'summary.language': 'same_as_transcript',
  'summary.email': 'off',
} as const;
type Path = keyof typeof DEFAULTS;
const PATHS = Object.keys(DEFAULTS) as readonly Path[];
type Choices = { readonly [P in Path]?: unknown };

const NAMES = ['ada', 'ben', 'cyd'] as const;
type Name = (typeof NAMES)[number];
type Category = 'always' | 'external' | 'internal';

/** What one owner of a scope chose, about each kind of meeting. */
type Chosen = { readonly [C in Category]?: Choices };

interface Story {
  readonly domains: readonly string[];
  readonly workspace: Chosen;
  readonly members: Readonly<Record<Name, Chosen>>;
  readonly own: Chosen;
  readonly pushedBy: readonly Name[];
  readonly organizer: Name | 'stranger';
  readonly declined: readonly Name[];
  readonly guest: string | null;
  readonly link: string | null;
  /** What is said only once the meeting is there, so that it has to follow. */
  readonly late: readonly (Name | 'workspace' | 'domains')[];
}

const choices: fc.Arbitrary<Choices> = fc.record(
  {
    'recording.enabled': fc.boolean(),
    'recording.methods.bot.start': fc.constantFrom('on_join', 'on_command'),
    'recording.methods.bot.mode': fc.constantFrom('audio_and_video', 'audio_only', 'inherit'),
    'recording.methods.bot.silence_detection.alert': fc.boolean(),
    'transcription.language': fc.constantFrom('de', 'fr', 'multi'),
    'summary.template': fc.constantFrom('lecture', 'interview'),
    'summary.language': fc.constantFrom('en', 'same_as_transcript'),
    'summary.email': fc.constantFrom('off', 'organizer', 'members', 'participants'),
  },
  { requiredKeys: [] },
);
const chosen: fc.Arbitrary<Chosen> = fc.record(
  { always: choices, external: choices, internal: choices },
  { requiredKeys: [] },
);
const story: fc.Arbitrary<Story> = fc.record({
  domains: fc.constantFrom([], ['acme.test'], ['acme.test', 'sister.test']),
  workspace: chosen,
  members: fc.record({ ada: chosen, ben: chosen, cyd: chosen }),
  own: chosen,
  pushedBy: fc.shuffledSubarray([...NAMES], { minLength: 1 }),
  organizer: fc.constantFrom(...NAMES, 'stranger'),
  declined: fc.subarray([...NAMES]),
  guest: fc.constantFrom(null, 'guest@elsewhere.test', 'friend@sister.test'),
  link: fc.constantFrom(null, 'https://meet.google.com/abc-good-def', 'https://chat.example.com/room'),
  late: fc.oneof(fc.constant([]), fc.subarray([...NAMES, 'workspace' as const, 'domains' as const])),
});

interface Verdict {
  readonly value: unknown;
  /** The scope that the value comes from, or the reason where it comes from none. */
  readonly because: string;
}

/** What an owner says about one field in a meeting of one kind, the kind's own choice before the general one. */
function says(owner: string, { [owner]: of = {} }: Readonly<Record<string, Chosen>>, external: boolean, path: Path) {
  const kind: Category = external ? 'external' : 'internal';
  for (const category of [kind, 'always'] as const) {
    const value = of[category]?.[path];
    if (value !== undefined && value !== 'inherit') return { value, because: `${owner} ${category}` };
  }
  return undefined;
}

/** The rules of docs/limits-and-rules.md#settings-precedence, one after the other, sharing no code with the service. */
function expected(told: Story, path: Path): Verdict {
  const organizerAddress = `${told.organizer}@acme.test`;
  const addresses = [...NAMES.map((name) => `${name}@acme.test`), ...(told.guest === null ? [] : [told.guest])];
  const home = told.domains.length > 0 ? told.domains : [organizerAddress.split('@')[1]];
  const external = addresses.some((address) => !home.includes(address.split('@')[1] ?? ''));
  const all = { own: told.own, workspace: told.workspace, ...told.members };

  const there = told.pushedBy.filter((name) => !told.declined.includes(name));
  const ordered = [
    ...there.filter((name) => name === told.organizer),
    ...there.filter((name) => name !== told.organizer),
  ];
  const alone = (name?: Name): Verdict =>
    (name && says(name, all, external, path)) ??
    says('workspace', all, external, path) ?? { value: DEFAULTS[path], because: 'default' };
  const views = ordered.map((name) => alone(name));

  const verdict = (): Verdict => {
    const own = says('own', all, external, path);
    if (own) return own;
    if (path === 'recording.enabled' && there.length === 0) return { value: false, because: 'declined' };
    const anyOfThem = path === 'recording.enabled' ? views.find(({ value }) => value === true) : undefined;
    return anyOfThem ?? views[0] ?? alone();
  };
  const reached = verdict();
  if (path !== 'recording.enabled' || reached.value !== true) return reached;
  if (told.link === null) return { value: false, because: 'no_meeting_url' };
  return told.link.includes('meet.google.com') ? reached : { value: false, because: 'unsupported_platform' };
}

/** As the API lays choices out. */
function laidOut(flat: Choices): object {
  const body: Branch = {};
  for (const [path, value] of Object.entries(flat)) put(body, path.split('.'), value);
  return body;
}

interface Branch {
  [step: string]: unknown;
}

function put(branch: Branch, [step = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) branch[step] = value;
  else {
    branch[step] ??= {};
    put(branch[step] as Branch, rest, value);
  }
}

const read = (block: ApiResponse['body'], path: Path): unknown =>
  path.split('.').reduce((inner, step) => inner[step], block);

/** Tells the story to the service through its API; answers the meeting's settings, each with the scope it comes from. */
async function actual(told: Story): Promise<(path: Path) => Verdict> {
  const { call, owner, clock, world } = await aDeployment();
  const { key, workspaceId: workspace_id } = owner;
  const scopeOf = new Map<string, string>();
  const ask = async (method: string, path: string, body?: object): Promise<ApiResponse['body']> => {
    const answered = await call(method, path, { key, ...(body && { body }) });
    expect([answered.status < 300, answered.body]).toEqual([true, answered.body]);
    return answered.body;
  };
  const choose = async (name: string, owns: string, of: Chosen) => {
    for (const [category, flat] of Object.entries(of)) {
      const scope = [owns, ...(category === 'always' ? [] : [`meetings:${category}`])];
      const { assignments } = await ask('POST', '/settings', { workspace_id, ...laidOut(flat), scope });
      scopeOf.set(assignments[0].id, `${name} ${category}`);
    }
  };

  const ids = new Map<Name, string>();
  for (const name of NAMES)
    ids.set(name, (await ask('POST', '/members', { workspace_id, name, email: `${name}@acme.test` })).id);
  const sayAll = async (isNow: (what: Story['late'][number]) => boolean) => {
    if (isNow('domains')) await ask('PATCH', `/workspaces/${workspace_id}`, { email_domains: told.domains });
    if (isNow('workspace')) await choose('workspace', `workspace:${workspace_id}`, told.workspace);
    for (const name of NAMES.filter(isNow)) await choose(name, `member:${ids.get(name)}`, told.members[name]);
  };

  await sayAll((what) => !told.late.includes(what));
  let meetingId = '';
  for (const name of told.pushedBy) {
    clock.advance(SECOND_MS);
    meetingId = (await ask('POST', '/calendar_events', aPush(told, workspace_id, ids.get(name)))).meeting_id;
  }
  await choose('own', `meeting:${meetingId}`, told.own);
  await sayAll((what) => told.late.includes(what));
  await settingsPropagationWorker(world).untilDone();

  const { settings } = await ask('GET', `/meetings/${meetingId}`);
  return (path) => {
    const { assignment_id, reason } = settings.sources[path];
    return { value: read(settings, path), because: reason ?? scopeOf.get(assignment_id) ?? 'an unknown assignment' };
  };
}

/** The same event in each one's calendar. */
const aPush = ({ organizer, declined, guest, link }: Story, workspace_id: string, member_id: string | undefined) => ({
  ...{ workspace_id, member_id, ical_uid: 'planning@acme.test', title: 'Planning', meeting_url: link },
  ...{ starts_at: '2026-11-02T14:00:00Z', ends_at: '2026-11-02T15:00:00Z' },
  organizer: { name: organizer, email: `${organizer}@acme.test` },
  attendees: [
    ...NAMES.map((name) => ({
      ...{ name, email: `${name}@acme.test` },
      response: declined.includes(name) ? 'declined' : 'accepted',
    })),
    ...(guest === null ? [] : [{ name: 'Guest', email: guest, response: 'accepted' }]),
  ],
});

describe('the precedence of settings, through the API', () => {
  it('follows the rules for every field, names the assignment, and does not depend on the order of assignment', () =>
    fc.assert(
      fc.asyncProperty(story, async (told) => {
        const shown = await actual(told);

        expect(PATHS.map((path) => [path, shown(path)])).toEqual(PATHS.map((path) => [path, expected(told, path)]));
      }),
      { numRuns: 20 },
    ));
});
