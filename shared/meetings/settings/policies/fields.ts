import * as v from 'valibot';
import type { Json } from '#shared/foundation/core/json';
import type { ValuesChange } from '#shared/meetings/settings/rules/change-values';
import type { PolicyChange } from '#shared/meetings/settings/rules/policy';
import { DROPPED_MAX_BYTES, DROPPED_PATHS, type DroppedFields } from '#shared/meetings/settings/rules/settings';
import { group, settingEntries, settingsIn } from '#shared/meetings/settings/setting-fields';

type PolicyField = v.GenericSchema<unknown, PolicyChange>;

export const policyField: PolicyField = v.pipe(
  v.strictObject(settingEntries),
  v.transform((groups) => ({ values: settingsIn(groups), dropped: {} })),
);

const dropped = v.optional(
  v.pipe(
    v.unknown(),
    v.check(
      (sent) => new TextEncoder().encode(JSON.stringify(sent)).length <= DROPPED_MAX_BYTES,
      '[too_long] is larger than 4 KB as JSON.',
    ),
    // Numbers arrive as they were written, and are stored as numbers.
    v.transform((sent): Json => JSON.parse(JSON.stringify(sent))),
  ),
);

const { recording, transcription, ...others } = settingEntries;
const bot = recording.wrapped.entries.methods.wrapped.entries.bot.wrapped.entries;

/** With the fields that policies had once, whatever is in them. */
export const olderPolicyField: PolicyField = v.pipe(
  v.strictObject({
    ...others,
    recording: group({
      ...recording.wrapped.entries,
      methods: group({
        bot: group({
          ...bot,
          join_at_scheduled_start: dropped,
          silence_detection: group({ ...bot.silence_detection.wrapped.entries, automatic_leave: dropped }),
        }),
      }),
    }),
    transcription: group({ ...transcription.wrapped.entries, model: dropped, glossary_ids: dropped }),
    access: dropped,
    summary_email: dropped,
    storage: dropped,
  }),
  v.transform((groups) => {
    const leaves = leavesOf(groups, '');
    const [gone, known] = [true, false].map((isGone) =>
      Object.fromEntries(leaves.filter(([path]) => DROPPED_PATHS.includes(path) === isGone)),
    );
    return { values: known as ValuesChange, dropped: gone as DroppedFields };
  }),
);

/** By dotted path. What is in a dropped field is its own affair. */
const leavesOf = (groups: object, above: string): readonly (readonly [string, unknown])[] =>
  Object.entries(groups).flatMap(([name, value]) => {
    const path = `${above}${name}`;
    const isGroup = typeof value === 'object' && value !== null && !DROPPED_PATHS.includes(path);
    return isGroup ? leavesOf(value, `${path}.`) : [[path, value] as const];
  });
