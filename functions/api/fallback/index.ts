import * as v from 'valibot';
import { contracts } from '#shared/api/contracts/all';
import { lambdaClient } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { lambdaGroups } from '#shared/providers/lambda-groups';
import { servedWithoutTable } from '#shared/wiring/without-table';
import { passOn } from './pass-on.ts';

const FunctionNames = v.record(v.string(), v.string());

export const handler = servedWithoutTable((edge) => {
  const functions = v.parse(FunctionNames, JSON.parse(requiredEnv('groupFunctions')));
  return passOn({ edge, contracts, groups: lambdaGroups({ client: lambdaClient(), functions }) });
});
