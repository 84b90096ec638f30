/** What a curl command of a guide asks for. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | undefined;
  /** The parts of a form: texts, and `@` before the name of a file. */
  readonly form: Readonly<Record<string, string>> | undefined;
  /** The name of a file that is the body. */
  readonly file: string | undefined;
}

type Variables = Readonly<Record<string, string>>;

/** Options that take no word, and those that take one. */
const ALONE = ['-s', '-si'];
const WITH_A_WORD = ['-X', '-d', '-H', '-F', '-T'];

/** Reads one curl command as a shell and curl would. Throws for what guides should not use. */
export function readCurl(command: string, variables: Variables): Asked {
  const [program, ...words] = wordsOf(command, variables);
  if (program !== 'curl') throw new Error(`Not a curl command: ${command}`);
  const said = (option: string) => words.filter((_, at) => words[at - 1] === option);
  const [url = ''] = words.filter((word, at) => !word.startsWith('-') && !WITH_A_WORD.includes(words[at - 1] ?? ''));
  const unknown = words.filter((word) => /^-\w/.test(word) && ![...ALONE, ...WITH_A_WORD].includes(word));
  if (unknown.length > 0) throw new Error(`Guides do without ${unknown.join(', ')}.`);
  const [data] = said('-d');
  const headers = Object.fromEntries(said('-H').map((text) => headerIn(text)));
  const parts = said('-F').map(
    (text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const,
  );
  const form = parts.length > 0 ? Object.fromEntries(parts) : undefined;
  const [file] = said('-T');
  const byDefault = file !== undefined ? 'PUT' : (data ?? form) === undefined ? 'GET' : 'POST';
  return { method: said('-X')[0] ?? byDefault, url, headers, data, form, file };
}

function headerIn(text: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(text) ?? [];
  return [name.toLowerCase(), value];
}

/** Quoted and bare pieces that stand together are one word; variables are filled in but between single quotes. */
function wordsOf(command: string, variables: Variables): readonly string[] {
  const joined = command.replace(/\\\n/g, ' ').trim();
  return [...joined.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|([^'"]+)/g,
      (_, literal?: string, quoted?: string, bare?: string) => literal ?? filledIn(quoted ?? bare ?? '', variables),
    ),
  );
}

const filledIn = (text: string, variables: Variables): string =>
  text.replace(/\$([A-Z]+)/g, (_, name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`No request before gave $${name}.`);
    return value;
  });
