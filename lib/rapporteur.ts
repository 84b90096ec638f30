import type { App, Environment } from 'aws-cdk-lib';
import { type CodeFor, resourceName } from './app-context.ts';
import type { StageConfig } from './config.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { ServiceStack } from './stacks/service-stack.ts';
import { StorageStack } from './stacks/storage-stack.ts';

interface RapporteurProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly env: Environment;
}

/** Adds the stacks of one stage to the app. */
export const addRapporteur = (app: App, { config, codeFor, env }: RapporteurProps) => {
  const storage = new StorageStack(app, resourceName(config, 'storage'), { config, codeFor, env });
  const service = new ServiceStack(app, resourceName(config, 'service'), { config, env, storage, codeFor });
  const api = new ApiStack(app, resourceName(config, 'api'), { env, storage, service });
  if (!config.edge) return { storage, service, api };

  const edge = new EdgeStack(app, resourceName(config, 'edge'), {
    config,
    edge: config.edge,
    // Whatever the region of the others.
    env: { ...env, region: 'us-east-1' },
  });
  return { storage, service, api, edge };
};
