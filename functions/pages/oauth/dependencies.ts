import type { Provider } from 'oidc-provider';
import { hasSession } from '#shared/accounts/identity/rules/session';
import { users } from '#shared/accounts/identity/store';
import { authorizationServer } from '#shared/accounts/oauth/authorization-server';
import { OAUTH_KEY } from '#shared/accounts/oauth/keys';
import { connectorOf } from '#shared/accounts/oauth/scopes';
import type { PageHandler } from '#shared/api/page-kit/page-kit';
import { deploymentKey } from '#shared/foundation/dynamodb/deployment-key';
import type { PageContext } from '#shared/wiring/pages';
import { keepFailure } from './bridge.ts';

export interface OauthContext extends PageContext {
  /** For documents of clients: refuses private addresses and redirects. */
  readonly fetchDocument: (request: Request) => Promise<Response>;
}

export interface OauthDependencies extends OauthContext {
  /** Made once: it holds the documents of clients that it fetched. */
  readonly provider: () => Promise<Provider>;
}

export type OauthPage = PageHandler<OauthDependencies>;

export function oauthDependencies(context: OauthContext): OauthDependencies {
  const readKey = deploymentKey(OAUTH_KEY, context);
  let made: Provider | undefined;
  const provider = async () => {
    const key = await readKey();
    made ??= makeServer(context, key);
    return made;
  };
  return { ...context, provider };
}

function makeServer(context: OauthContext, key: Uint8Array): Provider {
  const { table, clock } = context;
  const { appUrl } = context.kit;
  return authorizationServer({
    ...context,
    ...{ appUrl, key, resource: connectorOf(appUrl), onFailure: keepFailure },
    isUser: async (id) => {
      const user = (await users.find(table, id))?.state;
      return user !== undefined && hasSession(user, { createdAt: clock.now() });
    },
  });
}
