import type { Shape, VersionChange } from '#shared/foundation/versions/version-change';

const DROPPED: readonly string[] = [
  'transcription.model',
  'transcription.glossary_ids',
  'access',
  'summary_email',
  'storage',
  'recording.methods.bot.silence_detection.automatic_leave',
  'recording.methods.bot.join_at_scheduled_start',
];

export const policiesDropFields: VersionChange = {
  summary:
    'Policies drop `transcription.model`, `transcription.glossary_ids`, `access`, `summary_email`, `storage`, `recording.methods.bot.silence_detection.automatic_leave` and `recording.methods.bot.join_at_scheduled_start`: writes naming them are refused with 422 `unknown_field`. Earlier pins write and read them as before, but they have no effect; a field that was never written reads null. Bots still join 3 minutes before the scheduled start.',
  behaviours: ['dropped-policy-fields'],
  opaque: ['dropped', ...DROPPED.map((path) => path.slice(path.lastIndexOf('.') + 1))],
  answers: {
    policy: (policy) => ({ ...policy, settings: withDropped(policy['settings'], policy['legacy']) }),
    // Listed before `membersDropPolicy`, so that the policy is present when this change is applied.
    member: (member) => ({ ...member, policy: withDropped(member['policy'], member['legacy']) }),
  },
};

function withDropped(settings: unknown, legacy: unknown): unknown {
  if (!isShape(settings)) return settings;
  const kept = isShape(legacy) && isShape(legacy['dropped']) ? legacy['dropped'] : {};
  return DROPPED.reduce<Shape>(
    (shape, path) => withAt(shape, path.split('.'), Object.hasOwn(kept, path) ? kept[path] : null),
    settings,
  );
}

function withAt(shape: Shape, [name = '', ...deeper]: readonly string[], value: unknown): Shape {
  const child = shape[name];
  return { ...shape, [name]: deeper.length === 0 ? value : withAt(isShape(child) ? child : {}, deeper, value) };
}

const isShape = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
