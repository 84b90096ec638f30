import { randomBytes } from 'node:crypto';
import { flag, required } from '#bin/cli/options';
import { operatorCommand, type Report } from '#bin/operator/operator-command';
import { personType, userIdOf } from '#bin/operator/person';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { type OpenStage, withStage } from '#bin/operator/stage';
import { apiKeys } from '#shared/accounts/identity/api-keys';
import { regenerateKey, revokeUserKey } from '#shared/accounts/identity/commands/replace-key';
import type { Sealer } from '#shared/foundation/core/secrets';

/** npm run ops -- key: replaces the API key of a user, or revokes it, in any stage. */
export const key = operatorCommand({
  name: 'key',
  description: `Replaces the API key of a user and prints the new key once, or revokes it. The old key stops working
immediately, and the log says what it was used for under its keyId. A disabled user stays disabled, and their old key does
not come back when they are enabled. The API version of a replaced key stays.`,
  options: {
    user: required(personType, 'user whose key it is'),
    revoke: flag('ends the key without another one'),
    key: secretsKeyOption,
  },
  run: async ({ user, revoke, key, ...stage }) => {
    if (revoke) return withStage(stage, (open) => revokeKeyOf(open, user));
    const report = await withSealer(stage.stage, key, (sealer) =>
      withStage(stage, (open) => replaceKeyOf(open, sealer, user)),
    );
    // The key alone is on standard output, for scripts.
    console.error(report.note);
    return report;
  },
});

type Stage = Pick<OpenStage, 'table' | 'context'>;

/** Answers the new key, and a note for standard error. Throws for an unknown user. */
export async function replaceKeyOf(
  { table, context }: Stage,
  sealer: Sealer,
  person: string,
): Promise<Report & { readonly note: string }> {
  const user = await userIdOf(table, person);
  const replace = regenerateKey({ ...context, sealer, apiKeys: apiKeys({ randomBytes }) });
  const { apiKey, formerKeyId, isDisabled } = await replace(user);
  return {
    text: apiKey,
    json: { user_id: user, api_key: apiKey, former_key_id: formerKeyId ?? null, is_disabled: isDisabled },
    note: `${formerSentence(formerKeyId)}${isDisabled ? ' The user is disabled: the new key works once they are enabled.' : ''}`,
  };
}

/** Answers a sentence with the `keyId` of the key that ended. Throws for an unknown user and for one without a key. */
export async function revokeKeyOf({ table, context }: Stage, person: string): Promise<Report> {
  const user = await userIdOf(table, person);
  const { formerKeyId, isDisabled } = await revokeUserKey(context)(user);
  return {
    text: `The key of ${user} is revoked; in the log its keyId is ${formerKeyId}.`,
    json: { user_id: user, former_key_id: formerKeyId, is_disabled: isDisabled },
  };
}

const formerSentence = (keyId: string | undefined): string =>
  keyId === undefined ? 'The user had no key.' : `The former key is revoked; in the log its keyId is ${keyId}.`;
