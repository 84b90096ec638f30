/** What a deployment can do without. `endpoints`: what they answer then; the values of the others are refused alone. */
export const FEATURES = {
  /** Users make workspaces of their own. */
  workspace_creation: { endpoints: 'workspace_creation_not_allowed' },
  /** Summary templates beside the built-in ones. */
  summary_templates: { endpoints: 'plan_upgrade_required' },
  /** Brand kits, and the files they are made of. */
  brand_kits: { endpoints: 'plan_upgrade_required' },
  /** Transcripts of meetings in which several languages are spoken: `multi`. */
  multilingual_transcription: {},
  /** Summaries by email: off as well where no mail is sent. */
  summary_email: {},
} as const satisfies Readonly<Record<string, { readonly endpoints?: string }>>;

export type Feature = keyof typeof FEATURES;
/** Features that endpoints of their own belong to. */
export type EndpointFeature = Exclude<Feature, 'multilingual_transcription' | 'summary_email'>;

/** Features that are off in a deployment, and settings that cannot be changed there. */
export interface Deployment {
  readonly off: readonly Feature[];
  /** Paths of settings. They keep the values that they have: the service's defaults, where none were set before. */
  readonly enforced: readonly string[];
}

export const EVERYTHING_ON: Deployment = { off: [], enforced: [] };

/** The deployment without summaries by email, where it sends no mail. */
export const withMailAsSent = (deployment: Deployment, sendsMail: boolean): Deployment =>
  sendsMail || deployment.off.includes('summary_email')
    ? deployment
    : { ...deployment, off: [...deployment.off, 'summary_email'] };

/** With which code the endpoints of a feature are refused where it is turned off. */
export const codeWithout = (feature: EndpointFeature): string => FEATURES[feature].endpoints;

/**
 * What the settings in a body are called: by their own names, by those of a bot, or `workspace_ids` of a brand kit, which
 * chooses the kit for those workspaces.
 */
export type Choices = 'settings' | 'bot' | 'brand_kit';
