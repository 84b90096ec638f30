import type { Command } from '#bin/cli/command';

/** node bin/cli.ts <command> [options]: package.json has a script for each command. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('#bin/stack/start')).start,
  demo: async () => (await import('#bin/demo/demo')).demo,
  transcribe: async () => (await import('#bin/transcribe/transcribe')).transcribe,
  user: async () => (await import('#bin/operator/user')).user,
  key: async () => (await import('#bin/operator/key')).key,
  pin: async () => (await import('#bin/operator/pin')).pin,
  workspace: async () => (await import('#bin/operator/workspace')).workspace,
  backfill: async () => (await import('#bin/operator/backfill')).backfill,
  'export-person': async () => (await import('#bin/operator/export-person')).exportPerson,
  provider: async () => (await import('#bin/operator/provider')).provider,
  recorder: async () => (await import('#bin/operator/recorder')).recorder,
  speech: async () => (await import('#bin/operator/speech')).speech,
  summarizer: async () => (await import('#bin/operator/summarizer')).summarizer,
  translator: async () => (await import('#bin/operator/translator')).translator,
  redrive: async () => (await import('#bin/operator/redrive/redrive')).redrive,
  restore: async () => (await import('#bin/operator/restore/restore')).restore,
  deploy: async () => (await import('#bin/cdk/deploy')).deploy,
  'new:resource': async () => (await import('#bin/new/resource')).newResource,
  'new:endpoint': async () => (await import('#bin/new/endpoint')).newEndpoint,
  fuzz: async () => (await import('#bin/fuzz/fuzz')).fuzz,
};
