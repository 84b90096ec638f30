import type { Command } from '#bin/cli/command';
import { group } from '#bin/run-group';

/** node bin/cli.ts <command> [options]: package.json has a script for each command but `fuzz`, which is npm test -- fuzz. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  start: async () => (await import('#bin/stack/start')).start,
  demo: async () => (await import('#bin/demo/demo')).demo,
  transcribe: async () => (await import('#bin/transcribe/transcribe')).transcribe,
  ops: async () => (await import('#bin/operator/ops')).ops,
  deploy: async () => (await import('#bin/cdk/deploy')).deploy,
  'new:resource': async () => (await import('#bin/new/resource')).newResource,
  'new:endpoint': async () => (await import('#bin/new/endpoint')).newEndpoint,
  test: async () => group('npm test', 'test', 'bin/test.ts'),
  bench: async () => group('npm run bench', 'bench'),
  docs: async () => group('npm run docs', 'docs'),
  tool: async () => group('npm run tool', 'tool'),
  fuzz: async () => (await import('#bin/fuzz/fuzz')).fuzz,
};
