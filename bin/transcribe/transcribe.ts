import { join } from 'node:path';
import { CliError } from '#bin/cli/cli-error';
import { command } from '#bin/cli/command';
import { Interrupted, interruptSignal } from '#bin/cli/interrupt';
import { flag, optional, positional, required, withDefault } from '#bin/cli/options';
import { choice, matching, path } from '#bin/cli/value-types';
import { openTerminal } from '#bin/demo/output/terminal';
import { relativePath, STATE_DIR } from '#bin/paths';
import { runningStack } from '#bin/stack/stack-file';
import { apiClient } from '#bin/transcribe/api-client';
import { TEXT_FORMATS } from '#shared/texts/exports/rules/export';
import { exportPath, findMediaFile } from './media-file.ts';
import { runTranscribe } from './run-transcribe.ts';

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const LANGUAGE_OR_AUTO = /^(?:auto|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)$/;

/** npm run transcribe: the text of a media file, by a running stack. */
export const transcribe = command({
  name: 'npm run transcribe',
  description: `Uploads a media file to a running stack, orders its text, and prints it once it is there. Progress goes to standard
error. Ctrl-C cancels the order. The exit code is 0 where the text is printed, 1 for a failure, 130 for Ctrl-C.`,
  options: {
    file: positional(required(path, 'MP3, MP4, WAV or another media file of at most 2 GB and four hours')),
    language: withDefault('auto', matching(LANGUAGE_OR_AUTO, 'auto or a BCP-47 code'), 'language that is spoken'),
    subtitles: flag('makes subtitles, and prints them as SRT'),
    translate: optional(matching(LANGUAGE, 'a BCP-47 code'), 'translates the text, and prints the translation'),
    export: optional(choice(...TEXT_FORMATS), 'saves the text beside the file as well'),
    overwrite: flag('replaces a file that is there'),
    json: flag('prints JSON: ids, language, seconds, the text and the path of the export'),
    stack: withDefault(relativePath(join(STATE_DIR, 'stack.json')), path, 'stack.json of the stack'),
  },
  run: async ({ file: filePath, stack: stackFile, json, export: format, overwrite, ...wanted }) => {
    const file = await findMediaFile(filePath);
    const { translate } = wanted;
    const target = format && (await exportPath(file, { format, translate, overwrite }));
    const stack = await runningStack(stackFile);
    if (stack.speech_url === undefined)
      throw new CliError(`The stack at ${stack.app_url} has no speech server; start it with npm start -- --speech on`);
    const signal = interruptSignal();
    const terminal = openTerminal({
      write: (text) => process.stderr.write(text),
      isTerminal: process.stderr.isTTY ?? false,
      now: () => performance.now(),
    });
    const work = { stack, api: apiClient(stack, signal), cleanUpApi: apiClient(stack), terminal, signal };
    const saved = format && target ? { format, target, overwrite } : undefined;
    try {
      const transcribed = await runTranscribe(work, file, { ...wanted, saved });
      console.log(json ? JSON.stringify(transcribed, undefined, 2) : transcribed.text.trimEnd());
      if (saved) terminal.print(`Saved as ${relativePath(saved.target)}.`);
    } catch (error) {
      terminal.status('');
      throw signal.aborted ? new Interrupted('Interrupted; an order that ran is canceled') : error;
    }
  },
});
