import { Duration, Stack } from 'aws-cdk-lib';
import { ClientAttributes, type IUserPool, OAuthScope, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ENV, SIGN_IN_PATHS } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import type { NodeFunction } from './node-function.ts';
import type { ServiceUserPool } from './user-pool.ts';

interface SignInClientProps {
  readonly config: StageConfig;
  readonly userPool: ServiceUserPool;
  /** Origin of the hosted pages. */
  readonly origin: string;
}

/** The app client of the hosted pages in the user pool. It is stateless and may be replaced. */
export class SignInClient extends Construct {
  private readonly environment: Readonly<Record<string, string>>;
  private readonly userPool: ServiceUserPool;

  constructor(scope: Construct, id: string, { config, userPool, origin }: SignInClientProps) {
    super(scope, id);
    this.userPool = userPool;
    const client = this.clientOf(userPool.pool, origin);
    const { region, urlSuffix } = Stack.of(this);
    const poolId = userPool.pool.userPoolId;
    const signInUrl = config.signInUrl ?? userPool.domain.baseUrl();
    const keysOrigin = config.signInUrl ?? `https://cognito-idp.${region}.${urlSuffix}`;
    this.environment = {
      [ENV.userPoolId]: poolId,
      [ENV.userPoolClientId]: client.userPoolClientId,
      [ENV.signInUrl]: signInUrl,
      [ENV.signInKeysUrl]: `${keysOrigin}/${poolId}/.well-known/jwks.json`,
    };
  }

  /** Sets the sign-in URL, which every page links to for signing out. */
  addUrlTo(fn: NodeFunction): void {
    fn.addEnvironment(ENV.signInUrl, this.environment[ENV.signInUrl] ?? '');
  }

  /** For the function of the sign-in pages: all variables, the secret of the client, and the proofs of sign-ups. */
  addSettingsTo(fn: NodeFunction): void {
    for (const [name, value] of Object.entries(this.environment)) fn.addEnvironment(name, value);
    fn.allow(['cognito-idp:DescribeUserPoolClient'], [this.userPool.pool.userPoolArn]);
    this.userPool.guard.grantMakeProofs(fn);
  }

  /** A client with a secret, which no template has: its function reads it from Cognito. PKCE binds a code to its sign-in. */
  private clientOf(userPool: IUserPool, origin: string): UserPoolClient {
    const email = new ClientAttributes().withStandardAttributes({ email: true });
    return new UserPoolClient(this, 'Client', {
      userPool,
      generateSecret: true,
      // People sign in on Cognito's hosted page only; no password is sent to its API.
      authFlows: { userPassword: false },
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Without `aws.cognito.signin.user.admin`, whose tokens could change the attributes of the person.
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [`${origin}${SIGN_IN_PATHS.callback}`],
        logoutUrls: [`${origin}${SIGN_IN_PATHS.ended}`],
      },
      readAttributes: email.withStandardAttributes({ emailVerified: true }),
      writeAttributes: email,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // The id token is read once, and the pages have their own sessions. These are the minimum lifetimes.
      idTokenValidity: Duration.minutes(5),
      accessTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
  }
}
