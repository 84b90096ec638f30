const LONGEST_MESSAGE = 200;

/**
 * What the parser had against a text, and where. The parser quotes the text around the mistake, which may be a
 * credential: that is left out, and the position, which it then does not give, is found here.
 */
export function mistakeIn(json: string, error: unknown): string {
  const said = error instanceof Error ? error.message : '';
  const position = positionOf(json, said);
  const before = json.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  return `${reasonIn(said)} at position ${position} (line ${line} column ${column})`.slice(0, LONGEST_MESSAGE);
}

function reasonIn(said: string): string {
  const token = /^Unexpected token '.'/su.exec(said)?.[0];
  if (token !== undefined) return token;
  return said.startsWith('"') ? 'Not a JSON value' : (said.split(/ in JSON| at position|, "|, \.\.\./, 1)[0] ?? '');
}

function positionOf(json: string, said: string): number {
  const given = / at position (\d+)/.exec(said)?.[1];
  if (given !== undefined) return Number(given);
  return said.startsWith('Unexpected end') ? json.length : firstUnexpectedToken(json);
}

const TOKEN = /[ \t\n\r]*(?:[{}[\],:]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/sy;

/** The first thing that is no token, or that closes or parts where a value belongs. */
function firstUnexpectedToken(json: string): number {
  const open: string[] = [];
  let previous = '';
  let end = 0;
  for (;;) {
    TOKEN.lastIndex = end;
    const token = TOKEN.exec(json)?.[0].trimStart();
    if (token === undefined) return placeOfNoToken(json, end);
    end = TOKEN.lastIndex;
    if (isMisplaced(token, previous, open.at(-1))) return end - token.length;
    if (token === '{' || token === '[') open.push(token);
    if (token === '}' || token === ']') open.pop();
    previous = token;
  }
}

function isMisplaced(token: string, previous: string, container: string | undefined): boolean {
  const valueBelongsHere = ['', ':', '['].includes(previous) || (previous === ',' && container === '[');
  return valueBelongsHere && ['}', ']', ',', ':'].includes(token) && !(previous === '[' && token === ']');
}

/** A word that begins like `true` goes wrong where it stops being so. */
function placeOfNoToken(json: string, end: number): number {
  let place = end;
  while (place < json.length && ' \t\n\r'.includes(json.charAt(place))) place += 1;
  const word = ['true', 'false', 'null'].find((literal) => literal.startsWith(json.charAt(place) || ' '));
  let alike = 0;
  while (word !== undefined && word[alike] === json[place + alike]) alike += 1;
  return place + alike;
}
