import { optional, positional, required } from '#bin/cli/options';
import { anyText, choice } from '#bin/cli/value-types';
import { operatorCommand } from '#bin/operator/operator-command';
import { initialRegistryOf } from '#bin/operator/recorders/initial-registry';
import { recordingAtRecorder } from '#bin/operator/rerun/recording-at-recorder';
import { rerunSubject } from '#bin/operator/rerun/rerun-subject';
import { secretsKeyOption, withSealer } from '#bin/operator/secrets';
import { withStage } from '#bin/operator/stage';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { RERUN_PARTS } from '#shared/meetings/bots/rules/rerun-recording';

/** npm run ops -- rerun: work that failed, once more. */
export const rerun = operatorCommand({
  name: 'rerun',
  description: `Runs what failed again: the copy of a recording, its transcript (speech) or its summary, each with what comes
after it, or an order. Without --from it begins with the first part that failed; with it, also with one that did not fail.
What a speech service or model does again is paid again by the deployment, and for a recording is not counted again for its
workspace. The audit log of the workspace says that it was run.`,
  options: {
    id: positional(required(anyText, 'bot, meeting or order')),
    from: optional(choice(...RERUN_PARTS), 'part of a recording to begin with'),
    secretsKey: secretsKeyOption,
  },
  run: ({ id, from, secretsKey, stage, table }) => {
    const initial = initialRegistryOf(stage);
    return withStage({ stage, table }, (open) => {
      const isAtRecorder = (bot: Bot) =>
        withSealer(stage, secretsKey, (sealer) => recordingAtRecorder({ ...open, sealer, initial })(bot));
      return rerunSubject({ context: open.context, isAtRecorder }, { id, from });
    });
  },
});
