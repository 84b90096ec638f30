import { cuesAsAvidCaptions } from '#shared/texts/exports/formats/avid';
import { aCue } from '#test/support/a-cue';
import { describe, expect, it } from '#test/support/jest';

describe('subtitles as Avid DS caption text', () => {
  it('have time codes, their lines and an empty line each, between two marks', () => {
    const cues = [aCue({ lines: ['Shall', 'we?'] }), aCue({ startMs: 3000, endMs: 4000, lines: ['Yes.'] })];

    expect(cuesAsAvidCaptions(cues)).toBe(
      `@ This file written with the Avid Caption plugin, version 1

<begin subtitles>

00:00:00:13 00:00:02:13
Shall
we?

00:00:03:00 00:00:04:00
Yes.

<end subtitles>
`,
    );
  });

  it.each(['<end subtitles>', '@ all of you', '00:00:01:00 00:00:02:00'])('keep the line %j as text', (line) => {
    expect(cuesAsAvidCaptions([aCue({ lines: [line] })])).toContain(`\n\u2060${line}\n`);
  });
});
