import type { App, Environment } from 'aws-cdk-lib';
import { type CodeFor, resourceName } from './app-context.ts';
import type { StageConfig } from './config.ts';
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
  const storage = new StorageStack(app, resourceName(config, 'storage'), { config, env });
  // The edge stack is in us-east-1, whatever the region of the others.
  const crossRegionReferences = config.edge !== undefined;
  const service = new ServiceStack(app, resourceName(config, 'service'), {
    config,
    env,
    storage,
    codeFor,
    crossRegionReferences,
  });
  if (!config.edge) return { storage, service };

  const edge = new EdgeStack(app, resourceName(config, 'edge'), {
    config,
    edge: config.edge,
    origin: service.origin,
    env: { ...env, region: 'us-east-1' },
    crossRegionReferences,
  });
  return { storage, service, edge };
};
