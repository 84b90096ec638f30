import { accessTokens } from '#shared/accounts/oauth/access-tokens';
import { connectorOf } from '#shared/accounts/oauth/scopes';
import { pageApp } from '#shared/api/page-kit/page-app';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { servedPages } from '#shared/wiring/pages';
import { engineFromEnvironment } from '#shared/wiring/search';
import { connector } from './connector.ts';
import type { ConnectorContext } from './ports.ts';

/** `/mcp`: one endpoint of the Model Context Protocol, in the log and with the headers of the pages. */
export function connectorApp(context: ConnectorContext) {
  const app = pageApp(context.kit, { forms: 'open', writes: 'allowed' });
  const answer = connector(context);
  app.all('/mcp', answer);
  return app;
}

export const handler = servedPages((context) =>
  connectorApp({
    ...context,
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
    searchEngine: engineFromEnvironment(context),
    accessTokens: accessTokens({ clock: context.clock, resource: connectorOf(context.kit.appUrl) }),
  }),
);
