/** Blocks and spans of code. */
const CODE = /```sh\n([\s\S]*?)```|`([^`\n]+)`/g;
const COMMENT = /\s+# .*$/;
const IS_COMMAND = /^(?:npm run |aws |printf )/;

/** The commands that a document prints, without their comments. */
export const commandsIn = (document: string): readonly string[] =>
  [...document.matchAll(CODE)]
    .flatMap(([, block, span = '']) => block?.replaceAll(/\\\n\s*/g, '').split('\n') ?? [span])
    .map((line) => line.replace(COMMENT, '').trim())
    .filter((line) => IS_COMMAND.test(line));

/** Values of a run by the placeholders and examples of a command. */
export type Values = Readonly<Record<string, string>>;

/**
 * A command for the local stage, with values instead of its placeholders and examples. Throws where a value has no place in
 * it, and where a placeholder has no value.
 */
export function filled(command: string, values: Values): string {
  let line = command.replaceAll(/--stage \S+/g, '--stage local').replaceAll('<stage>', 'local');
  for (const [placeholder, value] of Object.entries(values)) {
    if (!line.includes(placeholder)) throw new Error(`"${command}" has no ${placeholder}`);
    line = line.replaceAll(placeholder, value);
  }
  const [left] = /\S*(?:…|<\w+>)\S*/.exec(line) ?? [];
  if (left !== undefined) throw new Error(`"${command}" needs a value for ${left}`);
  return line;
}
