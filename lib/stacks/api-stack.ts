import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { HostedPages } from '../constructs/hosted-pages.ts';
import { PublicApi } from '../constructs/public-api.ts';
import type { ServiceStack } from './service-stack.ts';
import type { StorageStack } from './storage-stack.ts';

interface ApiStackProps extends StackProps {
  readonly storage: StorageStack;
  readonly service: ServiceStack;
}

/** The functions behind the gateway, with their routes: endpoints, pages, and hooks of calendar providers. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { storage, service, ...props }: ApiStackProps) {
    super(scope, id, props);
    const { table, files, secrets, userPool } = storage;
    const { gateway, bus, functionContext: context } = service;
    new PublicApi(this, 'Api', { context, gateway, table, files, secrets });
    new HostedPages(this, 'Pages', { context, gateway, table, files, secrets, bus, userPool });
  }
}
