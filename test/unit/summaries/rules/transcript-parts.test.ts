import { builtInTemplate } from '#shared/meetings/summaries/rules/templates';
import {
  PART_CHARACTERS,
  summarizedCharacters,
  transcriptParts,
} from '#shared/meetings/summaries/rules/transcript-parts';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const SECTIONS = [{ key: 'risks', title: 'Risks', instructions: 'What may fail.' }];
const OWN = { id: 'tpl_01jbzq1f0he2k9m4vxr8t6d5cp', instructions: 'Look at dates first.', sections: SECTIONS };
const ownCharacters = 'Look at dates first.'.length + 'risks'.length + 'Risks'.length + 'What may fail.'.length;
const general = { instructions: '', ...(builtInTemplate('general') ?? { id: 'general', sections: [] }) };

describe('the characters of a summary', () => {
  it.each([
    ['one part', 1],
    ['several parts', 5],
  ])('are those of the text, and what a template of the workspace says to each part: %s', (_, turns) => {
    const transcript = aTranscript(Array.from({ length: turns }, () => ['Ada', 'x'.repeat(PART_CHARACTERS - 100)]));
    const parts = transcriptParts(transcript).length;

    const ofText = summarizedCharacters(transcript, general);

    expect(ofText).toBeGreaterThan(turns * (PART_CHARACTERS - 100));
    expect(summarizedCharacters(transcript, OWN)).toBe(ofText + parts * ownCharacters);
  });

  it('are at least 4,000, however short the text is', () => {
    expect(summarizedCharacters(aTranscript([['Ada', 'Yes.']]), general)).toBe(4_000);
  });
});
