interface Header {
  readonly name: string;
  readonly value: string;
}

/** One-click unsubscription (RFC 8058), and no replies of machines (RFC 3834). */
export const headersOf = (unsubscribeUrl: string): readonly Header[] => [
  { name: 'List-Unsubscribe', value: `<${unsubscribeUrl}>` },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  { name: 'Auto-Submitted', value: 'auto-generated' },
];

/** One line without control characters and without the marks that turn the direction of text around. */
export const headerText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim();

/** The longest piece of UTF-8 whose encoded word has at most 75 characters (RFC 2047). */
const ENCODED_BYTES = 45;

/** `"Name" <address>`; a name that is not plain ASCII as encoded words. */
export function mailbox(name: string, address: string): string {
  const text = headerText(name);
  if (text === '') return address;
  return /^[\w .,'&()-]*$/.test(text) ? `"${text}" <${address}>` : `${encodedWords(text)} <${address}>`;
}

function encodedWords(text: string): string {
  const pieces: string[] = [''];
  for (const character of text) {
    const piece = `${pieces.at(-1)}${character}`;
    if (utf8.encode(piece).length > ENCODED_BYTES) pieces.push(character);
    else pieces[pieces.length - 1] = piece;
  }
  return pieces.map((piece) => `=?UTF-8?B?${base64(piece)}?=`).join(' ');
}

const utf8 = new TextEncoder();
const base64 = (text: string): string => btoa(String.fromCharCode(...utf8.encode(text)));
