import fc from 'fast-check';
import { Refusal } from '#shared/foundation/core/refusal';
import { readMultipart } from '#shared/foundation/http/request/multipart';
import { describe, expect, it } from '#test/support/jest';

const TYPE = 'multipart/form-data; boundary=B';
const part = (head: string, content = 'x'): string => `--B\r\n${head}\r\n\r\n${content}\r\n`;
const named = (rest: string): string => part(`Content-Disposition: form-data; ${rest}`);
const END = '--B--\r\n';

const read = (text: string | Buffer, type = TYPE) =>
  readMultipart(Buffer.from(text as string, 'latin1'), type).map(({ name, filename, bytes }) => [
    name,
    filename,
    bytes.toString('latin1'),
  ]);

const refusalOf = (text: string, type?: string): unknown => {
  try {
    return read(text, type);
  } catch (error) {
    return error instanceof Refusal ? error.faults.map(({ code }) => code) : error;
  }
};

describe('the parts of a form', () => {
  it.each([
    ['as browsers write them', named('name="file"; filename="a.png"') + END],
    ['without quotes', named('name=file; filename=a.png') + END],
    ['the file first', named('filename="a.png"; name="file"') + END],
    ['without spaces', named('name="file";filename="a.png"') + END],
    [
      'with other headers around',
      part('X-A: b\r\nCONTENT-DISPOSITION:form-data; name="file"; filename="a.png"\r\nContent-Type: text/html') + END,
    ],
    ['in two spellings of the name', named("name=file; filename=a.png; filename*=utf-8''a.png") + END],
    ['behind words', `hello\r\n${named('name="file"; filename="a.png"')}${END}`],
    ['before words', `${named('name="file"; filename="a.png"')}${END}bye`],
    ['with no line after the last boundary', `${named('name="file"; filename="a.png"')}--B--`],
    ['with spaces behind the boundary', named('name="file"; filename="a.png"').replace('--B\r\n', '--B \t\r\n') + END],
  ])('are read %s', (_how, text) => {
    expect(read(text)).toEqual([['file', 'a.png', 'x']]);
  });

  it.each([
    ['filename="a\\"b.png"', 'a"b.png'],
    ['filename="a%22b.png"', 'a"b.png'],
    ['filename="a%0D%0AX: y.png"', 'a\r\nX: y.png'],
    ['filename="C:\\\\dir\\\\a.png"', 'C:\\\\dir\\\\a.png'],
    ['filename="C:\\dir\\a.png"', 'C:\\dir\\a.png'],
    ['filename="../../x"', '../../x'],
    ['filename="a;b=c.png"', 'a;b=c.png'],
    ["filename*=UTF-8''%e2%82%ac.png", '€.png'],
    ['filename="a.png"; filename*=UTF-8\'\'%zz', 'a.png'],
    ['filename=""', ''],
    [`filename="${'a'.repeat(4_096)}"`, 'a'.repeat(4_096)],
  ])('have the name that is meant: %s', (filename, meant) => {
    expect(read(named(`name="file"; ${filename}`) + END)).toEqual([['file', meant, 'x']]);
  });

  it('hold every byte, also ones that look like the end of a line or a boundary', () => {
    const content = '\r\n--\r\n-B\r\n --B\r\n\0\xff--B';
    expect(read(part('Content-Disposition: form-data; name="file"', content) + END)).toEqual([
      ['file', undefined, content],
    ]);
    expect(read(part('Content-Disposition: form-data; name="file"', '') + END)).toEqual([['file', undefined, '']]);
  });

  it('may be none', () => {
    expect(read('--B--')).toEqual([]);
  });

  it('take any boundary that can be written, as long as it is once', () => {
    const long = 'x'.repeat(200);
    const text = named('name="a"').replaceAll('--B', `--${long}`);
    expect(read(`${text}--${long}--`, `multipart/form-data; boundary=${long}`)).toHaveLength(1);
    expect(read(named('name="a"') + END, 'multipart/form-data; charset=utf-8; boundary="B"')).toHaveLength(1);
  });

  it.each([
    ['without a boundary', named('name="a"') + END, 'multipart/form-data'],
    ['with an empty boundary', named('name="a"') + END, 'multipart/form-data; boundary='],
    ['with two boundaries', named('name="a"') + END, 'multipart/form-data; boundary=B; boundary=C'],
    ['with a boundary of 64 KB', named('name="a"') + END, `multipart/form-data; boundary=${'B'.repeat(65_536)}`],
    ['of another boundary', named('name="a"') + END, 'multipart/form-data; boundary=C'],
    ['that is empty', ''],
    ['without an end', named('name="a"')],
    ['cut within a part', named('name="a"').slice(0, -6)],
    ['with ends of lines of its own', (named('name="a"') + END).replaceAll('\r', '')],
    ['with a part without headers', `--B\r\n\r\nx\r\n${END}`],
    ['with a part without an end of its headers', `--B\r\nContent-Disposition: form-data; name="a"\r\n${END}`],
    ['with headers of 64 KB', part(`X: ${'a'.repeat(65_536)}\r\nContent-Disposition: form-data; name="a"`) + END],
    ['with a part without a name', named('filename="a.png"') + END],
    ['with a part with two names', named('name="a"; name="b"') + END],
    [
      'with a part with two dispositions',
      part('Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"') + END,
    ],
    ['with a part that is an attachment', part('Content-Disposition: attachment; name="a"') + END],
    ['with something behind a boundary', named('name="a"').replace('--B', '--BB') + END],
    ['of a thousand parts', named('name="a"').repeat(1_000) + END],
    ['inside a form', part('Content-Type: multipart/mixed; boundary=C', '--C\r\n\r\nx\r\n--C--') + END],
  ])('are refused of a form %s', (...[, text, type]: readonly string[]) => {
    expect(refusalOf(text ?? '', type)).toEqual(['bad_request']);
  });

  it('are those that Node reads, wherever Node reads them', async () => {
    const name = fc.string({ minLength: 1, maxLength: 8 });
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('\r\n', '--', '\r\n--', '\r\n\r\n').map((text) => Buffer.from(text)),
    );
    const form = fc.uniqueArray(fc.tuple(name, content), { maxLength: 5, selector: ([one]) => one });
    await fc.assert(
      fc.asyncProperty(form, async (parts) => {
        const sent = new FormData();
        for (const [one, bytes] of parts) sent.append(one, new Blob([new Uint8Array(bytes)]), `${one}.png`);
        const written = new Response(sent);
        const type = written.headers.get('content-type') ?? '';
        const got = readMultipart(Buffer.from(await written.arrayBuffer()), type);
        // What writes it turns the ends of lines in names into one form.
        const lines = (text: string) => text.toWellFormed().replaceAll(/\r\n?|\n/g, '\r\n');
        expect(got.map(({ name: one, bytes }) => [one, Buffer.from(bytes)])).toEqual(
          parts.map(([one, bytes]) => [lines(one), Buffer.from(bytes)]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('of any bytes are read or refused, never anything else', () => {
    const pieces = fc.constantFrom(
      '--B',
      '\r\n',
      '--',
      'Content-Disposition: form-data; name="a"',
      '"',
      ';',
      '=',
      '\\',
      'x',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (some) => {
        const answer = refusalOf(some.join(''));
        expect(Array.isArray(answer)).toBe(true);
      }),
    );
  });
});
