import { entities } from '#shared/wiring/entities';
import { describe, expect, it } from '#test/support/jest';

interface Walked {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly item?: unknown;
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly unknown[];
}

/** The schemas in a schema, each with the name of the field that it is of. */
function schemasIn(schema: unknown, name: string): readonly (readonly [name: string, type: string])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type = '', entries = {}, item, wrapped, options = [], pipe = [] } = schema as Walked;
  return [
    [name, type],
    ...Object.entries(entries).flatMap(([field, inner]) => schemasIn(inner, field)),
    ...[item, wrapped, ...options, ...pipe.slice(1)].flatMap((inner) => schemasIn(inner, name)),
  ];
}

const stored = entities.flatMap((entity) =>
  schemasIn('schema' in entity.options ? entity.options.schema : undefined, entity.noun),
);

/**
 * Fields whose values decide what is done with a row: a version that does not know one must not act on it. A value that is
 * added is written one deployment after it can be read. Any other field is a `label`.
 */
const DECIDE = [
  ...[
    'arrival',
    'category',
    'contentType',
    'emailMatch',
    'finishedAs',
    'format',
    'kind',
    'media',
    'platform',
    'provider',
  ],
  ...[
    'recording.methods.bot.mode',
    'recording.methods.bot.start',
    'recordingMode',
    'recordingStart',
    'response',
    'role',
  ],
  ...[
    'service',
    'source',
    'speakerId',
    'state',
    'status',
    'stops',
    'style',
    'summary',
    'summary.email',
    'transcript',
    'transcriptOutcome',
    'type',
  ],
  'unchosen',
];

describe('a row that a newer version wrote', () => {
  it('is read with fields that this version does not know', () => {
    expect(stored.length).toBeGreaterThan(400);
    expect(stored.filter(([, type]) => type.startsWith('strict_'))).toEqual([]);
  });

  it('is read with values that this version does not know, but for fields that decide', () => {
    const closed = stored.filter(([, type]) => type === 'picklist').map(([name]) => name);

    expect([...new Set(closed)].toSorted()).toEqual(DECIDE);
  });
});
