/** The parts of a form: texts, and files with or without a name. */
export type FormParts = Readonly<Record<string, string | SentFile>>;

interface SentFile {
  readonly bytes: Uint8Array;
  readonly filename?: string;
}

/** The body of a multipart request. */
export class Form {
  readonly parts: FormParts;

  constructor(parts: FormParts) {
    this.parts = parts;
  }
}

const BOUNDARY = '----a-boundary-of-tests';

export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The encoded form in base64, as API Gateway passes binary bodies. */
export function aForm(parts: FormParts): string {
  const pieces = Object.entries(parts).flatMap(([name, sent]) => {
    const named = typeof sent === 'string' || sent.filename === undefined ? '' : `; filename="${sent.filename}"`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(typeof sent === 'string' ? sent : sent.bytes), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]).toString('base64');
}
