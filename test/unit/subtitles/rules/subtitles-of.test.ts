import type { Segment } from '#shared/meetings/results/rules/results';
import { DEFAULT_STYLE, type SubtitleStyle } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript } from '#test/support/transcripts';

/** Speech at an even pace, `perSecond` characters a second. */
const said = (text: string, changes: Partial<Segment> & { perSecond?: number; language?: string } = {}) => {
  const { perSecond = 14, language = 'en', ...segment } = changes;
  const start = segment.start ?? 0;
  return aTranscript([], {
    language,
    speakers: [aSpeaker()],
    segments: [aSegment({ start, end: start + text.length / perSecond, text, ...segment })],
  });
};
const linesOf = (transcript: Parameters<typeof subtitlesOf>[0], changes: Partial<SubtitleStyle> = {}) =>
  subtitlesOf(transcript, { ...DEFAULT_STYLE, ...changes }, null).map(({ lines }) => lines);

describe('the lines of subtitles', () => {
  it('are one where the text fits one line', () => {
    expect(linesOf(said('We will ship the beta on Tuesday.'))).toEqual([['We will ship the beta on Tuesday.']]);
  });

  it.each([
    [
      'the article and its noun',
      'en',
      'We decided to keep the price at twelve dollars for the whole beta.',
      /(the|whole)$/,
    ],
    ['a number and its unit', 'en', 'The new version of the service costs about 12 dollars for each customer.', /12$/],
    [
      'the parts of a name',
      'en',
      'The contract that we had been sent by Anna Lindqvist was signed this morning.',
      /Anna$/,
    ],
    ['a title and a name', 'en', 'The contract that was sent to us by Dr. Lindqvist was signed this morning.', /Dr\.$/],
    [
      'the article and its noun in German',
      'de',
      'Wir haben beschlossen, dass die Rechnungen ab dem Montag verschickt werden.',
      /(die|ab|dem)$/,
    ],
    [
      'the article and its noun in French',
      'fr',
      'Nous avons décidé de garder le prix de la version pour toute la durée.',
      /(le|de|la)$/,
    ],
    [
      'the preposition and its object in Spanish',
      'es',
      'Decidimos mantener el precio de la versión durante todo el mes de junio.',
      /(el|de|la|durante)$/,
    ],
  ])('keep %s together', (_what, language, text, dangling) => {
    const [first = ''] = linesOf(said(text, { language })).flat();

    expect(first).not.toMatch(dangling);
    expect(first).not.toBe(text);
  });

  it('hold 16 Chinese characters', () => {
    const text = '我们决定下周二发布新版本，请大家在星期五之前完成所有测试工作。';
    const lines = linesOf(said(text, { language: 'zh', perSecond: 4 })).flat();

    expect(lines.join('')).toBe(text);
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(16);
    expect(lines.filter((one) => /^[，。]/.test(one))).toEqual([]);
  });

  it('join the lines of a Chinese text without a space', () => {
    const lines = linesOf(said('我们下周\n发布新版本。', { language: 'zh', perSecond: 4 })).flat();

    expect(lines.join('')).toBe('我们下周发布新版本。');
  });

  it('keep right-to-left text in logical order', () => {
    expect(linesOf(said('שלום לכולם.', { language: 'he' }))).toEqual([['שלום לכולם.']]);
  });
});

describe('the times of subtitles', () => {
  it('extend a cue that is spoken too fast into the silence after it', () => {
    const [cue] = subtitlesOf(said('We will ship the beta on Tuesday.', { perSecond: 40 }), DEFAULT_STYLE, null);

    expect(cue).toMatchObject({ startMs: 0, endMs: 1650, violations: [] });
  });

  it('mark a cue that is spoken too fast before more speech, without losing a word', () => {
    const text = 'We will ship the beta on Tuesday and then the customers get their invoices. '.repeat(3).trim();
    const cues = subtitlesOf(said(text, { perSecond: 30 }), DEFAULT_STYLE, null);

    expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(text);
    expect(cues.slice(0, -1).map(({ violations }) => violations)).toEqual(cues.slice(1).map(() => ['reading_speed']));
  });

  it('leave out filler phrases of fast speech, unless it is verbatim', () => {
    const fast = said('We will, you know, ship the beta on Tuesday.', { perSecond: 60 });
    const slow = said('We will, you know, ship the beta on Tuesday.');
    const next = aSegment({
      id: 'seg_2',
      speakerId: 'spk_2',
      start: 1.5,
      end: 3,
      text: 'Good, then we agree on that.',
    });
    const transcript = { ...fast, segments: [...fast.segments, next] };

    expect(linesOf(transcript)[0]?.join(' ')).toBe('We will ship the beta on Tuesday.');
    expect(linesOf(transcript, { isVerbatim: true })[0]?.join(' ')).toBe(
      'We will, you know, ship the beta on Tuesday.',
    );
    expect(linesOf(slow)[0]?.join(' ')).toBe('We will, you know, ship the beta on Tuesday.');
  });

  it('part subtitles at a silence of two seconds', () => {
    const words = [
      { text: 'Good', start: 0, end: 1, confidence: null },
      { text: 'morning', start: 3, end: 4, confidence: null },
    ];

    expect(linesOf(said('Good morning', { words, end: 4 }))).toEqual([['Good'], ['morning']]);
  });
});

describe('the speakers of subtitles', () => {
  const talk = aTranscript([
    ['Ada Lovelace', 'Shall we begin now?'],
    ['Ben', 'Yes.'],
    [null, 'Good.'],
  ]);

  it.each([
    [{ speakerId: 'none' }, ['Shall we begin now?', 'Yes.', 'Good.']],
    [{ speakerId: 'name' }, ['Ada Lovelace: Shall we begin now?', 'Ben: Yes.', 'Good.']],
    [{ speakerId: 'initials' }, ['AL: Shall we begin now?', 'B: Yes.', 'Good.']],
    [{ speakerId: 'dash' }, ['-Shall we begin now?', '-Yes.', '-Good.']],
    [{ speakerId: 'none', sdh: true }, ['[Ada Lovelace] Shall we begin now?', '[Ben] Yes.', 'Good.']],
  ] as const)('are shown as the style says: %j', (style, lines) => {
    expect(linesOf(talk, style).flat()).toEqual(lines);
  });

  it('are named once a turn', () => {
    const transcript = aTranscript([
      ['Ada', 'One decision more that we take today.'],
      ['Ada', 'We will keep the price as it was.'],
    ]);

    expect(linesOf(transcript, { speakerId: 'name' }).flat().join(' ').match(/Ada:/g)).toHaveLength(1);
  });
});

describe('the text of subtitles', () => {
  it.each([
    ['en', 'Um, we, uh, should start.', 'We should start.'],
    ['en', 'We w- we should we should start, um.', 'We should start.'],
    ['en', 'I think that that had had a very very good effect.', 'I think that that had had a very very good effect.'],
    ['en', 'The pre- and post-launch tests.', 'The pre- and post-launch tests.'],
    ['de', 'Ähm, wir wir warten, äh, noch auf die, die fehlen.', 'Wir warten noch auf die, die fehlen.'],
    ['fr', 'Euh, nous nous voyons dans dans la salle.', 'Nous nous voyons dans la salle.'],
    ['es', 'Eh, vamos a a empezar.', 'Vamos a empezar.'],
    ['en', 'Uh huh. That is, uh, right.', 'Uh huh. That is right.'],
    ['en', 'Mm hmm, that is it.', 'Mm hmm, that is it.'],
    ['en', 'Uh, uh, we begin.', 'We begin.'],
    ['en', 'Uh oh. The build is red.', 'Uh oh. The build is red.'],
    ['en', 'Uh uh. We uh uh we wait.', 'Uh uh. We wait.'],
    ['en', 'No, no, we keep the price.', 'No, no, we keep the price.'],
    ['en', 'No no no no, wait.', 'No no no no, wait.'],
    ['en', 'Mhm.', 'Mhm.'],
    ['de', 'Hm hm. Äh, gut.', 'Hm hm. Gut.'],
    ['fr', 'Si, si, je euh viens.', 'Si, si, je viens.'],
    ['pt', 'Hã hã. Hum, vamos.', 'Hã hã. Vamos.'],
  ])('is without fillers, false starts and repeats unless verbatim (%s): %s', (language, text, clean) => {
    expect(linesOf(said(text, { language })).flat().join(' ')).toBe(clean);
    expect(linesOf(said(text, { language }), { isVerbatim: true }).flat().join(' ')).toBe(text);
  });

  it('has tags of sounds with notation tags or for the hard of hearing', () => {
    const transcript = said('Thank you. [phone ringing] Good.');

    expect(linesOf(transcript).flat()).toEqual(['Thank you. Good.']);
    expect(linesOf(transcript, { notationTags: true }).flat()).toEqual(['Thank you. [phone ringing] Good.']);
    expect(linesOf(transcript, { sdh: true }).flat()).toEqual(['[Ada] Thank you. [phone ringing] Good.']);
  });

  it('begins sentences with a capital letter where grammar is fixed', () => {
    const transcript = said("good. i think i'm ready. iPhone next.");

    expect(linesOf(transcript, { fixGrammar: true }).flat()).toEqual(["Good. I think I'm ready. iPhone next."]);
  });

  it('is empty for silence', () => {
    expect(subtitlesOf(aTranscript([]), DEFAULT_STYLE, null)).toEqual([]);
  });
});
