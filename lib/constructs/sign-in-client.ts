import { Duration, Stack } from 'aws-cdk-lib';
import { ClientAttributes, type IUserPool, OAuthScope, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';
import type { People } from './people.ts';

interface SignInClientProps {
  readonly config: StageConfig;
  readonly people: People;
  /** Origin of the hosted pages. */
  readonly origin: string;
}

/** How our pages ask Cognito who somebody is. Made again freely: what must survive is the pool. */
export class SignInClient extends Construct {
  private readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { config, people, origin }: SignInClientProps) {
    super(scope, id);
    const client = this.clientOf(people.pool, origin);
    const { region, urlSuffix } = Stack.of(this);
    const poolId = people.pool.userPoolId;
    const signInUrl = config.signInUrl ?? people.domain.baseUrl();
    const keysOrigin = config.signInUrl ?? `https://cognito-idp.${region}.${urlSuffix}`;
    this.environment = {
      [ENV.userPoolId]: poolId,
      [ENV.userPoolClientId]: client.userPoolClientId,
      [ENV.signInUrl]: signInUrl,
      [ENV.signInKeysUrl]: `${keysOrigin}/${poolId}/.well-known/jwks.json`,
    };
  }

  /** Where people sign in, and hence out: every page leads there. */
  tellWhere(fn: NodeFunction): void {
    fn.addEnvironment(ENV.signInUrl, this.environment[ENV.signInUrl] ?? '');
  }

  /** All that signing in takes. */
  tell(fn: NodeFunction): void {
    for (const [name, value] of Object.entries(this.environment)) fn.addEnvironment(name, value);
  }

  /** Without a secret: a code is bound to its sign-in by PKCE, and signing up asks for no secret on Cognito's own page either. */
  private clientOf(userPool: IUserPool, origin: string): UserPoolClient {
    const email = new ClientAttributes().withStandardAttributes({ email: true });
    return new UserPoolClient(this, 'Client', {
      userPool,
      generateSecret: false,
      // People sign in on Cognito's page alone; no password is ever taken by its API.
      authFlows: { userPassword: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Not `aws.cognito.signin.user.admin`: its tokens could change the person's own attributes.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${origin}/sign-in/callback`],
        logoutUrls: [`${origin}/sign-in/ended`],
      },
      readAttributes: email.withStandardAttributes({ emailVerified: true }),
      writeAttributes: email,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // We read the id token once and keep a session of our own; these are the least that Cognito takes.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
  }
}
