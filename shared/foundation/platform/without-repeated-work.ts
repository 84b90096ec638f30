import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { getSchemaSerdePlugin } from '@smithy/core/schema';

/** Clients of services that speak AWS JSON, and that requests and deliveries wait for. */
type JsonClient = DynamoDBClient | EventBridgeClient | KMSClient | SQSClient;

/** The `User-Agent` header of requests, which CloudTrail records. */
const USER_AGENT = 'Rapporteur (aws-sdk-js)';

/**
 * Leaves out what the SDK does again for every request, and need not (docs/decisions/request-pipeline.md). The
 * logger copies requests and responses to redact them, even when no log is configured. The `User-Agent` is composed of
 * values that never change. The signer is made from a copy of the whole configuration; it is kept, as
 * region and service of a client never change, and looks up the credentials for each signature. The middleware stack of
 * an operation is resolved once: add all middleware before the first request.
 *
 * The configuration is copied three times for each request. In it, `credentials` is an accessor, and V8 copies such an
 * object ten times as slowly as one of plain properties, which the client and its serializer get instead.
 */
export function withoutRepeatedWork<Client extends JsonClient>(client: Client): Client {
  // The same middleware in each of them; TypeScript cannot call methods of a union.
  const { config, middlewareStack } = client as DynamoDBClient;
  middlewareStack.remove('loggerMiddleware');
  middlewareStack.remove('getUserAgentMiddleware');
  middlewareStack.add(
    (next) => (args) => {
      (args.request as { readonly headers: Record<string, string> }).headers['user-agent'] = USER_AGENT;
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'userAgent' },
  );
  const makeSigner = config.signer;
  let signer: ReturnType<typeof makeSigner> | undefined;
  config.signer = (scheme) => {
    signer ??= makeSigner(scheme).catch((error) => {
      signer = undefined;
      throw error;
    });
    return signer;
  };
  const plain = { ...config, cacheMiddleware: true };
  // Takes the place of the plugin of the same name, which holds the other configuration.
  middlewareStack.use(getSchemaSerdePlugin(plain));
  return Object.assign(client, { config: plain });
}
