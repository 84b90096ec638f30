import type { Command } from '#bin/cli/command';
import { aliases } from '#bin/operator/operator-commands';

/** node bin/cli.ts <command> [options]: package.json has a script for each command. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('#bin/stack/start')).start,
  demo: async () => (await import('#bin/demo/demo')).demo,
  transcribe: async () => (await import('#bin/transcribe/transcribe')).transcribe,
  ops: async () => (await import('#bin/operator/ops')).ops,
  ...aliases(),
  deploy: async () => (await import('#bin/cdk/deploy')).deploy,
  'new:resource': async () => (await import('#bin/new/resource')).newResource,
  'new:endpoint': async () => (await import('#bin/new/endpoint')).newEndpoint,
  fuzz: async () => (await import('#bin/fuzz/fuzz')).fuzz,
};
