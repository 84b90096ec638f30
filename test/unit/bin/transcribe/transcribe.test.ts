import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { transcribe } from '#bin/transcribe/transcribe';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-transcribe-'));
  await writeFile(join(folder, 'talk.wav'), 'sound');
  await writeFile(join(folder, 'talk.docx'), 'a document');
  await writeFile(join(folder, 'talk.fr.srt'), 'subtitles');
  await writeFile(join(folder, 'notes.txt'), 'no sound');
  await writeFile(join(folder, 'empty.wav'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the options of npm run transcribe', () => {
  it('mean the text in the language that is recognized, on the stack of npm start', () => {
    expect(transcribe.parse(['talk.mp4'])).toEqual({
      file: resolve('talk.mp4'),
      language: 'auto',
      subtitles: false,
      translate: undefined,
      export: undefined,
      overwrite: false,
      json: false,
      stack: resolve('.local/stack.json'),
    });
  });

  it('ask for help with --help, and without a file', () => {
    expect([transcribe.parse(['--help']), transcribe.parse([])]).toEqual([undefined, undefined]);
  });

  it.each([
    [['--json'], '<file> is required'],
    [['a.mp4', 'b.mp4'], /^Unexpected argument 'b.mp4'/],
    [['a.mp4', '--translate', 'a language'], '--translate takes a BCP-47 code, not "a language"'],
    [['a.mp4', '--export', 'doc'], /^--export takes txt, md, .* or maxqda, not "doc"/],
  ])('%j fails with: %s', (args, message) => {
    expect(() => transcribe.parse(args)).toThrow(message);
  });
});

describe('npm run transcribe is refused', () => {
  it.each([
    ['none.wav', [], /^There is no file .*none\.wav$/],
    ['.', [], /^There is no file/],
    ['empty.wav', [], /empty\.wav is empty$/],
    ['talk.wav', ['--export', 'docx'], /talk\.docx exists already; --overwrite replaces it$/],
    ['talk.wav', ['--export', 'srt', '--translate', 'fr'], /talk\.fr\.srt exists already/],
    ['notes.txt', ['--export', 'txt', '--overwrite'], /notes\.txt is the file itself/],
    ['talk.wav', [], /^No stack is running: .* start one with npm start$/],
    ['talk.wav', ['--export', 'docx', '--overwrite'], /^No stack is running/],
  ])('before anything is uploaded: %s %j', async (file, args, message) => {
    const noStack = ['--stack', join(folder, 'stack.json')];

    await expect(transcribe.execute([join(folder, file), ...args, ...noStack])).rejects.toThrow(message);
  });
});
