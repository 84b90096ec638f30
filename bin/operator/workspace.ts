import { randomBytes } from 'node:crypto';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { optional, required } from '#bin/cli/options';
import { choice, id } from '#bin/cli/value-types';
import { STAGE_HELP, stageOptions, withTable } from '#bin/operator/stage';
import type { WorkspaceId } from '#shared/core/ids';
import type { Table } from '#shared/core/table';
import { fullJitter, systemClock } from '#shared/platform/system-clock';
import { commandContext } from '#shared/wiring/command-context';
import { allowHumanWork, type HumanWork } from '#shared/workspaces/commands/allow-human-work';
import { workspaces } from '#shared/workspaces/store';

const onOrOff = choice('on', 'off');

/** npm run workspace: what the operator of a stage allows a workspace. */
export const workspace = command({
  name: 'npm run workspace',
  description: `Allows or forbids a workspace to order work of people (\`service: pro\`), and says what it may order.
${STAGE_HELP}`,
  options: {
    id: required(id('wks'), 'id of the workspace'),
    'human-transcription': optional(onOrOff, 'transcriptions and subtitles by people'),
    'human-translation': optional(onOrOff, 'translations by people'),
    ...stageOptions,
  },
  run: async ({ id: workspaceId, ...options }) => {
    const change = {
      humanTranscription: isOn(options['human-transcription']),
      humanTranslation: isOn(options['human-translation']),
    };
    console.log(await withTable(options, (table) => changeWorkspace(table, workspaceId, change)));
  },
});

const isOn = (text: 'on' | 'off' | undefined): boolean | undefined => (text === undefined ? undefined : text === 'on');

/** Answers a sentence with what the workspace may order now. Throws a CliError for an unknown id. */
export async function changeWorkspace(table: Table, id: WorkspaceId, change: HumanWork): Promise<string> {
  if (!(await workspaces.find(table, id))) throw new CliError(`There is no workspace ${id}`);
  const context = commandContext({ table, clock: systemClock, backoff: fullJitter, randomBytes });
  const { name, humanTranscription, humanTranslation } = await allowHumanWork(context)(id, change);
  const said = (allowed: boolean | undefined) => (allowed ? 'on' : 'off');
  return `${name} (${id}): human transcription ${said(humanTranscription)}, human translation ${said(humanTranslation)}.`;
}
