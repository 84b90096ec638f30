import type { AccountFacts } from '#bin/cdk/check/facts';
import { checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** What `aws-cdk-lib` requires for a deploy: MIN_BOOTSTRAP_STACK_VERSION of its default synthesizer. */
export const LEAST_BOOTSTRAP_VERSION = 6;

/** The bucket and the roles of CDK, in each region that is deployed to. */
export const bootstrap = ({ id, bootstraps, region: home }: AccountFacts): readonly Finding[] =>
  bootstraps.map(({ region, stack }) =>
    checked(stack, `Whether ${region} is bootstrapped for CDK`, (found) => {
      const why = region === home ? '' : ', where the stack of CloudFront is deployed';
      // Any stage but production, which would need its whole context: a bootstrap does not depend on it.
      const command = `npx cdk bootstrap aws://${id}/${region} -c stage=sandbox`;
      const version = found?.bootstrapVersion;
      if (version === undefined) return missing(`CDK is not bootstrapped in ${region}${why}.`, command);
      return version < LEAST_BOOTSTRAP_VERSION
        ? missing(
            `The CDK bootstrap stack in ${region} has version ${version}, and ${LEAST_BOOTSTRAP_VERSION} is required.`,
            command,
          )
        : ok(`CDK is bootstrapped in ${region}, with version ${version}.`);
    }),
  );
