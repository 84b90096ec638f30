import type { Platform } from '#shared/foundation/core/platform';

/** The kinds of recorders that there are adapters for (docs/recorders.md). */
export const RECORDER_KINDS = ['simulator', 'attendee', 'vexa', 'recall', 'meeting_baas'] as const;
export type RecorderKind = (typeof RECORDER_KINDS)[number];

/** A recorder of the deployment, as `npm run ops -- recorder` stored it. */
export interface RegisteredRecorder {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly kind: RecorderKind;
  /** Without a slash at the end; empty for the simulator. */
  readonly baseUrl: string;
  /** Its API key, webhook secret and hook token, sealed; empty for the simulator. */
  readonly sealed: string;
}

/** Names of recorders by platform, the first choice first. */
export type RecorderOrder = Readonly<Record<Platform, readonly string[]>>;

/** Every recorder of a deployment, and their order where a workspace has none of its own. */
export interface RecorderRegistry {
  readonly recorders: readonly RegisteredRecorder[];
  readonly order: RecorderOrder;
}

/** Of a deployment; a row holds them all. */
export const MAX_RECORDERS = 20;

export const NO_RECORDERS: RecorderRegistry = { recorders: [], order: { meet: [], zoom: [], teams: [] } };

/** What local stacks and sandboxes begin with. */
export const SIMULATOR_ALONE: RecorderRegistry = {
  recorders: [{ name: 'simulator', kind: 'simulator', baseUrl: '', sealed: '' }],
  order: { meet: ['simulator'], zoom: ['simulator'], teams: ['simulator'] },
};

export const recorderNamed = ({ recorders }: RecorderRegistry, name: string): RegisteredRecorder | undefined =>
  recorders.find((one) => one.name === name);

/** The recorder is added, or takes the place of the one with its name. A new one is in no order yet. */
export const withRecorder = (registry: RecorderRegistry, recorder: RegisteredRecorder): RecorderRegistry => ({
  ...registry,
  recorders: [...registry.recorders.filter(({ name }) => name !== recorder.name), recorder],
});

export const withoutRecorder = (registry: RecorderRegistry, removed: string): RecorderRegistry => ({
  ...registry,
  recorders: registry.recorders.filter(({ name }) => name !== removed),
});

/** The platforms in whose order a recorder is. */
export const platformsOf = ({ order }: RecorderRegistry, name: string): readonly Platform[] =>
  (['meet', 'zoom', 'teams'] as const).filter((platform) => order[platform].includes(name));

/** The recorders for a bot, in the order of its workspace, else in that of the deployment. Removed ones are left out. */
export function recordersFor(
  registry: RecorderRegistry,
  platform: Platform | null,
  ofWorkspace: Partial<RecorderOrder> | undefined,
): readonly RegisteredRecorder[] {
  if (platform === null) return [];
  const names = ofWorkspace?.[platform] ?? registry.order[platform];
  return names.flatMap((name) => recorderNamed(registry, name) ?? []);
}
