import type { AccountFacts, Facts } from '#bin/cdk/check/facts';
import { advice, checked, type Finding, missing, ok } from '#bin/cdk/check/finding';

/** The SES identity of `mailFrom`, and whether SES sends to any address. */
export function mail({ mail: facts, region }: AccountFacts, { stage }: Facts): readonly Finding[] {
  if (!facts)
    return stage === 'production'
      ? []
      : [ok('There is no mailFrom: Cognito sends the mails of sign-ups, 50 a day, and the service sends none.')];
  const { from, identity, isVerified, account } = facts;
  return [
    checked(isVerified, `The SES identity ${identity} in ${region}`, (verified) => {
      const of = `--region ${region} --email-identity ${identity}`;
      if (verified === true) return ok(`SES in ${region} has verified ${identity}, for mail from ${from}.`);
      return verified === undefined
        ? missing(
            `SES in ${region} has no identity ${identity}, which mail from ${from} needs: create it, and publish the DNS records that the command prints.`,
            `aws sesv2 create-email-identity ${of}`,
          )
        : missing(
            `SES in ${region} has not verified ${identity} yet: publish its DNS records, which the command prints.`,
            `aws sesv2 get-email-identity ${of}`,
          );
    }),
    checked(account, `The SES account in ${region}`, ({ hasProductionAccess, isSending }) => {
      if (!isSending)
        return missing(
          `SES has paused sending in ${region}: see the account's messages from AWS.`,
          `aws sesv2 get-account --region ${region}`,
        );
      if (hasProductionAccess) return ok(`SES in ${region} is out of its sandbox.`);
      const sentence = `SES in ${region} is in its sandbox: mail reaches verified addresses only, 200 a day. Ask AWS for production access, which takes about a day.`;
      const command = `aws sesv2 put-account-details --region ${region} --production-access-enabled --mail-type TRANSACTIONAL --website-url https://${identity} --use-case-description "Sign-up codes and meeting summaries to people who asked for them"`;
      return stage === 'production' ? missing(sentence, command) : advice(sentence, command);
    }),
  ];
}
