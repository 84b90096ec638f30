import * as v from 'valibot';
import { lambdaClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { lambdaGroups } from '#shared/foundation/platform/invoke';
import { contracts } from '#shared/wiring/all-contracts';
import { servedWithoutTable } from '#shared/wiring/from-environment';
import { passOn } from './pass-on.ts';

const FunctionNames = v.record(v.string(), v.string());

export const handler = servedWithoutTable((edge) => {
  const functions = v.parse(FunctionNames, JSON.parse(requiredEnv('groupFunctions')));
  return passOn({ edge, contracts, groups: lambdaGroups({ client: lambdaClient(), functions }) });
});
