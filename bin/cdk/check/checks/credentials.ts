import type { Facts } from '#bin/cdk/check/facts';
import { type Finding, missing, ok } from '#bin/cdk/check/finding';

const SHOW = 'aws sts get-caller-identity';

/** Whose credentials these are, and which region they lead to. */
export function credentials({ identity, region, account }: Facts): readonly Finding[] {
  const noRegion = missing('No AWS region is set.', 'export AWS_REGION=eu-central-1');
  if (identity.status !== 'read') {
    const refused = identity.status === 'failed' ? refusal(identity) : missing('AWS refuses these credentials.', SHOW);
    return region === undefined ? [refused, noRegion] : [refused];
  }
  if (!account) return [noRegion];
  return [ok(`The account is ${account.id}, the region ${account.region}, and the caller ${identity.value.arn}.`)];
}

function refusal({ error, reason }: { readonly error: string; readonly reason: string }): Finding {
  if (/multi-factor/i.test(reason))
    return missing(
      'The AWS profile requires a code of multi-factor authentication: get credentials for this terminal first.',
      'eval "$(aws configure export-credentials --format env)"',
    );
  if (/^ExpiredToken/.test(error)) return missing('The AWS credentials have expired: sign in again.', 'aws sso login');
  if (error === 'CredentialsProviderError')
    return missing('No AWS credentials were found: sign in, or name a profile with --profile.', 'aws configure');
  return missing(`AWS does not accept the credentials (${error}: ${reason.replace(/\.$/, '')}).`, SHOW);
}
