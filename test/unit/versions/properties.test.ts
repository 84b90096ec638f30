import fc from 'fast-check';
import { answerAsOf, requestAsOf } from '#shared/foundation/versions/chain';
import { BASE_VERSION, NEWEST_VERSION, releases } from '#shared/foundation/versions/releases';
import type { Release, Shape } from '#shared/foundation/versions/version-change';
import { describe, expect, it } from '#test/support/jest';
import { samples } from './golden/samples.ts';

const server = { zone: 'Europe/Berlin' };
const VERSIONS = [BASE_VERSION, ...releases.map(({ date }) => date)];
const shownAt = (version: string, answer: unknown) => answerAsOf(version, releases, answer, server);

const names = Object.keys(samples);
const version = fc.constantFrom(...VERSIONS);
/** One of each resource, as its presenter returns it. */
const sampled = async () =>
  new Map(await Promise.all(names.map(async (name) => [name, await samples[name]?.()] as const)));

/** Any JSON, with keys and values that a version change could mistake for a resource. */
const theirs = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
    fc.record(
      {
        object: fc.constantFrom(...names),
        legacy: tie('tree'),
        metadata: tie('tree'),
        method: tie('tree'),
        policy: tie('tree'),
        created_at: fc.constant('2026-11-02T12:00:00.000Z'),
        is_human_transcription_allowed: tie('tree'),
      },
      { requiredKeys: ['object'], noNullPrototype: true },
    ),
  ),
})).tree;

/** Fields of resources with data of partners. */
const carriers: Readonly<Record<string, (tree: unknown) => Shape>> = {
  metadata: (tree) => ({ metadata: tree }),
  segments: (tree) => ({ transcript: { segments: tree }, segments: tree }),
  speakers: (tree) => ({ speakers: tree }),
  response_headers: (tree) => ({ attempts: [{ response_headers: tree }] }),
};

/** Where older versions show dropped policy fields. */
interface Kept {
  readonly access: unknown;
  readonly transcription: { readonly model: unknown };
  readonly recording: {
    readonly methods: { readonly bot: { readonly silence_detection: { readonly automatic_leave: unknown } } };
  };
}

describe('data of partners', () => {
  it.each(Object.keys(carriers))('%s is unchanged in every resource at every version', async (field) => {
    const all = await sampled();
    fc.assert(
      fc.property(fc.constantFrom(...names), version, theirs, (name, at, tree) => {
        const { legacy: _older, ...sample } = all.get(name) as Shape;
        const carried = carriers[field]?.(tree) ?? {};
        const answer = { ...sample, ...carried };

        const shown = shownAt(at, { object: 'list', data: [{ object: 'x', inner: answer }, answer] });

        const { data } = shown as { data: [{ inner: Shape }, Shape] };
        for (const key of Object.keys(carried)) {
          expect(data[0].inner[key]).toEqual(carried[key]);
          expect(data[1][key]).toEqual(carried[key]);
        }
      }),
    );
  });

  it('dropped policy fields have the stored value at older versions', async () => {
    const all = await sampled();
    const older = fc.constantFrom(...VERSIONS.filter((one) => one < NEWEST_VERSION));
    fc.assert(
      fc.property(older, theirs, (at, tree) => {
        const dropped = {
          access: tree,
          'transcription.model': tree,
          'recording.methods.bot.silence_detection.automatic_leave': tree,
        };
        const policy = shownAt(at, { ...(all.get('policy') as Shape), legacy: { dropped } }) as Shape;
        const member = all.get('member') as { legacy: Shape };
        const carrying = shownAt(at, { ...member, legacy: { ...member.legacy, dropped } }) as Shape;

        for (const settings of [policy['settings'], carrying['policy']] as readonly Kept[]) {
          expect(settings.access).toEqual(tree);
          expect(settings.transcription.model).toEqual(tree);
          expect(settings.recording.methods.bot.silence_detection.automatic_leave).toEqual(tree);
        }
      }),
    );
  });

  it('a bot’s metadata has the stored value at older versions', async () => {
    const bot = (await sampled()).get('bot') as Shape;
    fc.assert(
      fc.property(version, theirs, (at, tree) => {
        const shown = shownAt(at, { ...bot, metadata: { flat: 'x' }, legacy: { metadata: tree } }) as Shape;

        expect(shown).not.toHaveProperty('legacy');
        expect(shown['metadata']).toEqual(at === NEWEST_VERSION ? { flat: 'x' } : (tree ?? { flat: 'x' }));
      }),
    );
  });
});

/** The same JSON with its keys in another order, at every level. */
function reordered(value: unknown, draw: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => reordered(item, draw));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, child]) => ({ key, child: reordered(child, draw), rank: draw() }));
  return Object.fromEntries(entries.sort((one, other) => one.rank - other.rank).map(({ key, child }) => [key, child]));
}

/** Throws on every write to it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) frozen(child);
  return Object.freeze(value);
}

describe('every resource', () => {
  it('has the same result for every order of its keys, and is not mutated', async () => {
    const all = await sampled();
    fc.assert(
      fc.property(fc.constantFrom(...names), version, fc.infiniteStream(fc.nat()), (name, at, ranks) => {
        const draw = () => ranks.next().value as number;
        const other = frozen(reordered(all.get(name), draw));

        expect(shownAt(at, other)).toEqual(shownAt(at, all.get(name)));
      }),
    );
  });

  it('equals the presented resource at the newest version, without its legacy block', async () => {
    for (const sample of (await sampled()).values()) {
      const { legacy, ...rest } = sample as Shape;
      expect(shownAt(NEWEST_VERSION, sample)).toEqual(rest);
      if (legacy === undefined) expect(shownAt(NEWEST_VERSION, sample)).toBe(sample);
    }
  });

  it('never shows its legacy block', async () => {
    for (const sample of (await sampled()).values())
      for (const at of VERSIONS) expect(shownAt(at, sample)).not.toHaveProperty('legacy');
  });
});

describe('a write at an older pin, read back', () => {
  const NEWEST_OF_A_KIT = ['name', 'bot', 'email', 'workspace_ids', 'metadata'];

  const rename = (older: string, newer: string) => ({
    summary: `${older} is called ${newer}.`,
    answers: { thing: ({ [newer]: value, ...thing }: Shape) => ({ ...thing, [older]: value }) },
    requests: { 'POST /things': ({ [older]: value, ...thing }: Shape) => ({ ...thing, [newer]: value }) },
  });
  /** Two changes in one release, of which the later builds on the earlier, and one before them. */
  const history: readonly Release[] = [
    { date: '2026-10-12', changes: [rename('heft', 'mass'), rename('mass', 'load')] },
    { date: '2026-10-09', changes: [] },
    { date: '2026-05-01', changes: [rename('weight', 'heft')] },
  ];
  const called: Readonly<Record<string, string>> = {
    '2025-11-25': 'weight',
    '2026-05-01': 'heft',
    '2026-10-09': 'heft',
    '2026-10-12': 'load',
  };

  it('has the same values for every set of older brand kit fields', () => {
    const value = fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.string(), { maxLength: 2 }));
    const kit = fc.record(
      {
        ...{ name: value, bot_name: value, tile: value, chat: value, email_type: value, color: value },
        ...{ website: value, description: value, logo: value, cta: value, workspace_ids: value, metadata: value },
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    const older = fc.constantFrom(...VERSIONS.filter((one) => one < NEWEST_VERSION));
    const operation = fc.constantFrom('POST /brand_kits', 'PATCH /brand_kits/{id}');
    fc.assert(
      fc.property(older, operation, kit, (at, asked, sent) => {
        const newest = requestAsOf(at, releases, asked, sent) as Shape;

        expect(Object.keys(newest).filter((name) => !NEWEST_OF_A_KIT.includes(name))).toEqual([]);
        const shown = shownAt(at, { object: 'brand_kit', ...newest }) as Shape;
        for (const [name, written] of Object.entries(sent)) expect(shown[name]).toEqual(written);
      }),
    );
  });

  it('has the same values at every version', () => {
    const body = fc.dictionary(
      fc.string().filter((key) => !['heft', 'mass', 'load', 'weight', 'legacy'].includes(key)),
      fc.string(),
      {
        noNullPrototype: true,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(called)), body, fc.nat(), (at, rest, weight) => {
        const sent = { ...rest, object: 'thing', [called[at] ?? '']: weight };

        const newest = requestAsOf(at, history, 'POST /things', sent);

        expect(newest).toEqual({ ...rest, object: 'thing', load: weight });
        expect(answerAsOf(at, history, newest, server)).toEqual(sent);
      }),
    );
  });
});
