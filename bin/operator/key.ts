import { randomBytes } from 'node:crypto';
import { command } from '#bin/cli/command';
import { required } from '#bin/cli/options';
import { id } from '#bin/cli/value-types';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import { apiKeys } from '#shared/identity/api-keys';
import { regenerateKey } from '#shared/identity/commands/replace-key';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { commandContext } from '#shared/wiring/command-context';

/** npm run key: replaces the API key of a user, in any stage. */
export const key = command({
  name: 'npm run key',
  description: `Replaces the API key of a user and prints the new key once. The old key stops working immediately; the
API version of the key stays. ${STAGE_HELP}`,
  options: { user: required(id('usr'), 'id of the user'), key: secretsKeyOption, ...stageOptions },
  run: async ({ user, key, ...stage }) => {
    const { apiKey } = await withSealer(stage.stage, key, (sealer) =>
      withTable(stage, (table) =>
        regenerateKey({
          ...commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes }),
          ...{ sealer, apiKeys: apiKeys({ randomBytes }) },
        })(user),
      ),
    );
    console.log(apiKey);
  },
});
