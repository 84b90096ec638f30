import type { RecordedRequest } from '#test/aws/recording/recording';
import { dynamodbNeeds } from './dynamodb.ts';
import type { Needs, RecordedStack } from './needed-access.ts';
import { OTHER_SERVICES } from './other-services.ts';
import { s3Needs } from './s3.ts';

/** What a request of a function needs to be allowed; nothing for one that is not signed, which AWS authorizes otherwise. */
export function needsOf(request: RecordedRequest, stack: RecordedStack): Needs {
  const { service } = request;
  if (service === undefined) return [];
  const mapper = service === 'dynamodb' ? dynamodbNeeds : service === 's3' ? s3Needs : OTHER_SERVICES[service];
  return mapper ? mapper(request, stack) : { undecidable: `the service ${service}` };
}
