import type { AccountFacts } from '#bin/cdk/check/facts';
import { checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** Whether the account may invoke the models of `bedrockModels`. */
export const models = ({ models: all, region }: AccountFacts): readonly Finding[] =>
  all.map(({ id, access }) =>
    checked(access, `The access to the Bedrock model ${id}`, (found) => {
      const of = `--region ${region} --model-id ${id}`;
      if (!found?.isInRegion)
        return missing(
          `Bedrock has no model ${id} in ${region}.`,
          `aws bedrock list-inference-profiles --region ${region} --query inferenceProfileSummaries[].inferenceProfileId`,
        );
      if (!found.isAuthorized)
        return missing(
          `A policy of IAM or of the organization denies the Bedrock model ${id} in ${region}.`,
          `aws bedrock get-foundation-model-availability ${of}`,
        );
      return found.hasAgreement
        ? ok(`The account has access to the Bedrock model ${id} in ${region}.`)
        : missing(
            `The account has not accepted the agreement of the Bedrock model ${id}.`,
            `aws bedrock create-foundation-model-agreement ${of} --offer-token "$(aws bedrock list-foundation-model-agreement-offers ${of} --query 'offers[0].offerToken' --output text)"`,
          );
    }),
  );
