import * as v from 'valibot';
import { given } from '#shared/platform/environment';
import { lambdaClient } from '#shared/platform/lambda-client';
import { lambdaGroups } from '#shared/platform/lambda-groups';
import { contracts } from '#shared/wiring/all-contracts';
import { servedWithoutTable } from '#shared/wiring/without-table';
import { passOn } from './pass-on.ts';

const FunctionNames = v.record(v.string(), v.string());

export const handler = servedWithoutTable((edge) => {
  const functions = v.parse(FunctionNames, JSON.parse(given('groupFunctions')));
  return passOn({ edge, contracts, groups: lambdaGroups({ client: lambdaClient(), functions }) });
});
