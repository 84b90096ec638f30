import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { boxesIn } from '#shared/capture/recorders/simulator/cut-media';
import { Manifest } from '#shared/capture/recorders/simulator/recorded-meeting';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import { describe, expect, it } from '#test/support/jest';

const ROOT = join(process.cwd(), 'assets/simulator');

const shipped = (name: string) => {
  const folder = join(ROOT, name);
  const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const parsed = parseWebVtt(readFileSync(join(folder, manifest.script), 'utf8'));
  if (!parsed) throw new Error(`${name}: the script is not WebVTT`);
  return { folder, manifest, ...parsed, read: (file: string) => new Uint8Array(readFileSync(join(folder, file))) };
};

/** The root mean square of 16-bit samples between two moments. */
const loudness = (wav: Uint8Array, from: number, to: number): number => {
  const view = new DataView(wav.buffer, wav.byteOffset);
  let sum = 0;
  const [first, last] = [Math.round(from * 16_000), Math.round(to * 16_000)];
  for (let sample = first; sample < last; sample++) sum += view.getInt16(44 + sample * 2, true) ** 2;
  return Math.sqrt(sum / Math.max(1, last - first));
};

describe.each(['beta-launch', 'silence'])('the recorded meeting %s', (name) => {
  const { folder, manifest, transcript, malformedCues, read } = shipped(name);

  it('has an audio and a video file of the sizes that its manifest names', () => {
    expect(manifest.files.map(({ kind }) => kind)).toEqual(['audio', 'video']);
    for (const file of manifest.files) expect(statSync(join(folder, file.name)).size).toBe(file.size_bytes);
  });

  it('has audio with a true header: 16 kHz, mono, 16 bit, as long as the manifest says', () => {
    const wav = read('audio.wav');
    const view = new DataView(wav.buffer, wav.byteOffset);

    expect(Buffer.from(wav.subarray(0, 4)).toString() + Buffer.from(wav.subarray(8, 16)).toString()).toBe(
      'RIFFWAVEfmt ',
    );
    expect([
      view.getUint16(20, true),
      view.getUint16(22, true),
      view.getUint32(24, true),
      view.getUint16(34, true),
    ]).toEqual([1, 1, 16_000, 16]);
    expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([wav.length - 8, wav.length - 44]);
    expect((wav.length - 44) / 32_000).toBeCloseTo(manifest.duration_seconds, 3);
  });

  it('has video in fragments of one second, so that it can end early', () => {
    const types = boxesIn(read('video.mp4')).map((box) => box.type);

    expect(types.slice(0, 2)).toEqual(['ftyp', 'moov']);
    expect(types.filter((type) => type === 'moof')).toHaveLength(Math.ceil(manifest.duration_seconds));
    expect(types.filter((type) => !['ftyp', 'moov', 'moof', 'mdat'].includes(type))).toEqual([]);
  });

  it('has a script without faults, every cue inside the recording and every word inside its cue', () => {
    expect(malformedCues).toBe(0);
    expect(transcript.language).toBe(manifest.language);
    let before = 0;
    for (const { start, end, words } of transcript.segments) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(end).toBeLessThanOrEqual(manifest.duration_seconds);
      before = end;
      let at = start;
      for (const word of words) {
        expect(word.start).toBeGreaterThanOrEqual(at);
        expect(word.end).toBeGreaterThan(word.start);
        at = word.end;
      }
      expect(at).toBeLessThanOrEqual(end);
    }
  });
});

describe('the meeting in which people talk', () => {
  const { manifest, transcript, read } = shipped('beta-launch');

  it('lasts about a minute', () => {
    expect(manifest.duration_seconds).toBeGreaterThan(45);
    expect(manifest.duration_seconds).toBeLessThan(70);
  });

  it('has at least two voices with several cues each, as its manifest names them', () => {
    expect(transcript.speakers.map((speaker) => speaker.name)).toEqual(manifest.voices.map((voice) => voice.name));
    expect(manifest.voices.length).toBeGreaterThanOrEqual(2);
    for (const { id } of transcript.speakers) {
      expect(transcript.segments.filter((segment) => segment.speakerId === id).length).toBeGreaterThanOrEqual(3);
    }
  });

  it('has a time for every word', () => {
    for (const { words, text } of transcript.segments) expect(words.map((word) => word.text).join(' ')).toBe(text);
  });

  it('is loud during speech and quiet between two cues', () => {
    const wav = read('audio.wav');
    const { segments } = transcript;

    for (const { words } of segments)
      for (const { start, end } of words) expect(loudness(wav, start, end)).toBeGreaterThan(300);
    segments.slice(1).forEach((segment, index) => {
      expect(loudness(wav, (segments[index]?.end ?? 0) + 0.1, segment.start - 0.1)).toBeLessThan(100);
    });
  });
});

it('all that the simulator plays stays under three megabytes', () => {
  const sizes = ['beta-launch', 'silence'].flatMap((name) =>
    shipped(name).manifest.files.map((file) => file.size_bytes),
  );

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000);
});
