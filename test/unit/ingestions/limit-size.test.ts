import { limitSize, SourceTooLarge } from '#shared/texts/ingestions/commands/limit-size';
import { aRemoteFile } from '#test/support/a-remote-file';
import { describe, expect, it } from '#test/support/jest';

const ALL = { firstByte: 0, lastByte: null, etag: null };

const readAll = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();

describe('the limit of a file', () => {
  it('passes a file of that size, and its ranges', async () => {
    const { source } = aRemoteFile({ bytes: Buffer.from('abcdef') });
    const limited = limitSize(source, 6);

    expect(await readAll((await limited.open(ALL)).stream)).toBe('abcdef');
    expect(await readAll((await limited.open({ ...ALL, firstByte: 4 })).stream)).toBe('ef');
  });

  it('refuses a file that is said to be larger', async () => {
    const { source } = aRemoteFile({ bytes: Buffer.from('abcdef') });

    await expect(limitSize(source, 5).open(ALL)).rejects.toThrow(SourceTooLarge);
  });

  it('cuts a stream that goes on', async () => {
    const { source } = aRemoteFile({ bytes: Buffer.from('abcdef'), saysSize: false });
    const { stream } = await limitSize(source, 5).open(ALL);

    await expect(readAll(stream)).rejects.toThrow(SourceTooLarge);
  });
});
