import type { Command } from '#bin/cli/command';

/** A subcommand of `npm run ops`. */
export interface Subcommand {
  /** A few words for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every subcommand of `npm run ops`, in the order in which its help lists them. */
export const OPERATOR_COMMANDS: Readonly<Record<string, Subcommand>> = {
  show: {
    summary: 'print what is stored on an id, address or domain',
    load: async () => (await import('#bin/operator/show/show')).show,
  },
  row: {
    summary: 'print a row and its neighbours, of any key',
    load: async () => (await import('#bin/operator/show/row')).row,
  },
  why: {
    summary: 'say why webhooks, a recording or a calendar fail',
    load: async () => (await import('#bin/operator/why/why')).why,
  },
  'dead-letters': {
    summary: 'list, show, redrive or drop dead letters',
    load: async () => (await import('#bin/operator/dead-letters/dead-letters')).deadLetters,
  },
  rerun: {
    summary: 'run what failed of a recording or order again',
    load: async () => (await import('#bin/operator/rerun/rerun')).rerun,
  },
  pause: {
    summary: 'let a workspace wait, or refuse all writes, and resume them',
    load: async () => (await import('#bin/operator/pause')).pause,
  },
  user: {
    summary: 'create a user, or take their rights away',
    load: async () => (await import('#bin/operator/user')).user,
  },
  key: {
    summary: 'replace or revoke the API key of a user',
    load: async () => (await import('#bin/operator/key')).key,
  },
  pin: {
    summary: 'move the API version of a key or endpoint',
    load: async () => (await import('#bin/operator/pin')).pin,
  },
  workspace: {
    summary: 'say and change what a workspace may do',
    load: async () => (await import('#bin/operator/workspace')).workspace,
  },
  backfill: {
    summary: 'begin in every workspace what is new',
    load: async () => (await import('#bin/operator/backfill')).backfill,
  },
  'export-person': {
    summary: 'print what is held on an email address',
    load: async () => (await import('#bin/operator/export-person')).exportPerson,
  },
  provider: {
    summary: 'store the OAuth client of a calendar provider',
    load: async () => (await import('#bin/operator/provider')).provider,
  },
  recorder: {
    summary: 'add, order, list, test and remove recorders',
    load: async () => (await import('#bin/operator/recorder')).recorder,
  },
  speech: {
    summary: 'set, show or remove the speech service',
    load: async () => (await import('#bin/operator/speech')).speech,
  },
  summarizer: {
    summary: 'set, show or remove the model of summaries',
    load: async () => (await import('#bin/operator/summarizer')).summarizer,
  },
  translator: {
    summary: 'set, show or remove the translator',
    load: async () => (await import('#bin/operator/translator')).translator,
  },
  redrive: {
    summary: 'move all dead letters back to their queues',
    load: async () => (await import('#bin/operator/redrive/redrive')).redrive,
  },
  restore: {
    summary: 'set the table back to a moment',
    load: async () => (await import('#bin/operator/restore/restore')).restore,
  },
};
