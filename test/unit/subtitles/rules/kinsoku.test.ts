import { isBreakForbidden } from '#shared/texts/subtitles/rules/kinsoku';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript } from '#test/support/transcripts';

/** Each character is a word of its own, as some recognizers have it. */
const byCharacter = (text: string, language: string) => {
  const words = [...text].map((character, index) => ({
    ...{ text: character, start: index * 0.25, end: index * 0.25 + 0.25, confidence: null },
  }));
  return aTranscript([], { language, segments: [aSegment({ text, end: words.length * 0.25, words })] });
};

const linesOf = (transcript: ReturnType<typeof byCharacter>, maxCharactersPerLine = 42) =>
  subtitlesOf(transcript, { ...DEFAULT_STYLE, maxCharactersPerLine }, null).flatMap(({ lines }) => lines);

describe('a break between words', () => {
  it.each([
    ['会', '、'],
    ['会', '。'],
    ['す', '」'],
    ['（', '会'],
    ['「', '会'],
    ['コ', 'ー'],
    ['ち', 'ょ'],
    ['ッ', 'ト'].reverse(),
    ['人', '々'],
    ['５', '％'],
    ['￥', '100'],
    ['好', '！'],
    ['…', '…'],
    ['GPT-', '4'],
    ['v', '2.0'],
    ['好', '”'],
  ])('is forbidden without a space: %s | %s', (before, text) => {
    expect(isBreakForbidden({ text: before ?? '' }, { text: text ?? '', isGlued: true })).toBe(true);
  });

  it.each([
    ['Bonjour', '!'],
    ['«', 'Bonjour'],
    ['Bonjour', '»'],
    ['$', '12'],
    ['회의', '。'],
  ])('is forbidden at a space: %s | %s', (before, text) => {
    expect(isBreakForbidden({ text: before }, { text, isGlued: false })).toBe(true);
  });

  it.each([
    ['会議', '中', true],
    ['発表。', '「次', true],
    ['私は', 'iPhone', true],
    ['iPhone', 'を', true],
    ['„Gut“', 'sagt', false],
    ['in', '2026', false],
    ['Yes,', 'no', false],
    ['(so)', 'we', false],
    ['for', '-5', false],
  ])('is allowed: %s | %s', (before, text, isGlued) => {
    expect(isBreakForbidden({ text: before }, { text, isGlued })).toBe(false);
  });
});

describe('lines of subtitles', () => {
  it.each([
    [
      'ja',
      'きょうのかいぎは、「コーヒー」とチョコレートについて、ちょっとはなしましょう。よろしいですか？はい、そうですね。',
    ],
    ['zh', '我们决定下周二发布新版本（包括：测试、文档），请大家在星期五之前完成５％的工作！好的……没问题。'],
    ['zh', '我们用GPT-4和iPhone15Pro测试https://example.com/a?b=1的新版本，价格是￥100.50元，请大家看看。'],
  ])('keep marks, small kana, amounts and Latin words whole (%s)', (language, text) => {
    const lines = linesOf(byCharacter(text, language));

    expect(lines.join('')).toBe(text);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => /^[、。，！？：；）」ーゃゅょっァィゥェォ％…]|[（「￥]$/.test(line))).toEqual([]);
    for (const whole of ['GPT-4', 'iPhone15Pro', '￥100.50'])
      if (text.includes(whole)) expect(lines.filter((line) => line.includes(whole))).toHaveLength(1);
  });

  it('do not begin with the mark of a French sentence', () => {
    const text = 'Est-ce que vous avez reçu le contrat ? Oui ! Nous avons dit « demain » ; merci : c’est bon !';
    const transcript = aTranscript([], { language: 'fr', segments: [aSegment({ text, end: 7 })] });

    const lines = linesOf(transcript, 20);

    expect(lines.join(' ')).toBe(text);
    expect(lines.filter((line) => /^[?!:;»]|«$/.test(line))).toEqual([]);
  });

  it('break where a text has nothing else', () => {
    const lines = linesOf(byCharacter('。'.repeat(40), 'ja'));

    expect(lines.join('')).toBe('。'.repeat(40));
  });

  it('have a mark that is spoken after a silence behind its word', () => {
    const words = [
      { text: 'はい', start: 0, end: 0.5, confidence: null },
      { text: '。', start: 4, end: 4, confidence: null },
    ];

    expect(linesOf(aTranscript([], { segments: [aSegment({ text: 'はい。', end: 4, words })] }))).toEqual(['はい。']);
  });
});
