import { cuesAsFcpxml } from '#shared/texts/exports/formats/fcp';
import { cuesAsXmeml } from '#shared/texts/exports/formats/premiere';
import { aCue } from '#test/support/a-cue';
import { describe, expect, it } from '#test/support/jest';

describe('subtitles as FCPXML', () => {
  const project = { title: 'R&D', language: 'de' };

  it('are captions of their language with frames of 25 a second and their lines', () => {
    const written = cuesAsFcpxml([aCue({ lines: ['A < B', 'C'] })], project);

    expect(written).toContain(
      '<caption lane="1" offset="13/25s" name="A &lt; B C" start="0s" duration="50/25s" role="iTT?captionFormat=ITT.de">',
    );
    expect(written).toContain('>A &lt; B\nC</text-style>');
    expect(written).toContain('<project name="R&amp;D">');
  });

  it('are English where the language is not known', () => {
    expect(cuesAsFcpxml([aCue()], { ...project, language: null })).toContain('ITT.en');
  });

  it('are a project of one second without cues', () => {
    expect(cuesAsFcpxml([], project)).toContain('<sequence format="r1" duration="25/25s"');
  });
});

describe('subtitles as xmeml', () => {
  it('are text generators with frames of 25 a second and their lines', () => {
    const written = cuesAsXmeml([aCue({ lines: ['A < B', 'C'] })], 'R&D');

    expect(written).toContain('<in>0</in><out>50</out><start>13</start><end>63</end>');
    expect(written).toContain('<value>A &lt; B&#13;C</value>');
    expect(written).toContain('<name>R&amp;D</name>\n<duration>63</duration>');
  });
});
