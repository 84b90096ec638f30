import { mostWritten, writtenSize } from '#shared/texts/exports/rules/written-size';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

const ofText = (text: string) => aTranscript([], { segments: [aSegment({ speakerId: null, text })] });
const OF_A_SEGMENT = writtenSize(ofText(''), 'txt');

describe('the written size of a text', () => {
  it('counts a segment without text, since it has a heading and a timestamp', () => {
    const segments = Array.from({ length: 10 }, () => aSegment({ speakerId: null, text: '' }));

    expect(OF_A_SEGMENT).toBeGreaterThan(0);
    expect(writtenSize(aTranscript([], { segments }), 'txt')).toBe(10 * OF_A_SEGMENT);
  });

  it('counts the name of the speaker at each segment, as it is written', () => {
    const speakers = [aSpeaker({ name: ' Ada \n Lovelace ' })];
    const segments = [aSegment({ text: '' }), aSegment({ text: '' })];

    const size = writtenSize(aTranscript([], { speakers, segments }), 'txt');

    expect(size).toBe(2 * (OF_A_SEGMENT + 'Ada Lovelace'.length));
  });

  it.each([
    ['Latin', 'abc', 3, 3],
    ['emoji', '😀😀', 2, 2],
    ['Arabic', 'ابت', 3, 6],
    ['Hangul', '가나다', 3, 12],
    ['Devanagari', 'कखग', 3, 18],
    ['Kannada', 'ಕಖಗ', 3, 18],
  ])('counts letters by the time that their script takes in a PDF: %s', (_, text, inText, inPdf) => {
    expect(writtenSize(ofText(text), 'txt')).toBe(OF_A_SEGMENT + inText);
    expect(writtenSize(ofText(text), 'pdf')).toBe(OF_A_SEGMENT + inPdf);
  });

  it('is less than an export holds, as PDF too, for twenty hours of speech', () => {
    // 150 words a minute, of five letters and a space; a segment every five seconds.
    const segments = Array.from({ length: 14_400 }, () => aSegment({ text: 'x'.repeat(75) }));

    expect(writtenSize(aTranscript([], { speakers: [aSpeaker()], segments }), 'pdf')).toBeLessThan(mostWritten('pdf'));
  });
});
