import { isLocalOnly, NEVER_EXERCISED } from '#test/aws/expected';
import { readRecording } from '#test/aws/recording/recording';
import { recordedStack } from '#test/aws/requests/recorded-stack';
import { ACCOUNT, DEPLOYED_STAGES, templatesOf } from '#test/aws/templates/synthesize-stages';
import { checkStage } from './check-stage.ts';
import { recordedNeeds } from './recorded-needs.ts';
import { denialLines, unexercisedLines, unexpectedFunctions } from './report.ts';

export interface CheckedRecording {
  readonly failures: readonly string[];
  /** Permissions of production that nothing used. */
  readonly unexercised: readonly string[];
  readonly summary: string;
}

interface Extent {
  /** Whether the recording is of all runs, so that every function must have been exercised. */
  readonly isComplete: boolean;
}

/** Evaluates a recording against the roles of the stages that are deployed to AWS. */
export async function checkRecording(file: string, { isComplete }: Extent): Promise<CheckedRecording> {
  const stages = DEPLOYED_STAGES.map((stage) => ({ stage, templates: templatesOf(stage) }));
  const recorded = await recordedNeeds(readRecording(file), (resources) =>
    recordedStack(resources, templatesOf('production')),
  );
  const checked = stages.map(({ stage, templates }) => ({
    stage,
    ...checkStage({ needs: recorded.needs, isLocalOnly }, templates, ACCOUNT),
  }));
  const [first] = checked;
  const denials = checked.flatMap(denialLines);
  const unknown = recorded.undecidable.map((request) => `not known how to evaluate: ${request}`);
  const functions = first && isComplete ? unexpectedFunctions(first.functions, recorded.callers, NEVER_EXERCISED) : [];
  const nothing = recorded.requests === 0 ? ['nothing was recorded'] : [];
  const counts = checked.map(
    ({ stage, permissions, unexercised }) =>
      `${unexercised.length} of ${permissions} permissions of ${stage} unexercised`,
  );
  return {
    failures: [...nothing, ...denials, ...unknown, ...functions],
    unexercised: checked.at(-1) ? checked.slice(-1).flatMap(unexercisedLines) : [],
    summary: [
      `${recorded.requests} requests of ${recorded.callers.size} functions`,
      `${denials.length} denials`,
      `${unknown.length} undecidable`,
      ...counts,
    ].join(', '),
  };
}
