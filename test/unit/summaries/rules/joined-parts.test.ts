import fc from 'fast-check';
import { groupsToJoin, partSummary } from '#shared/meetings/summaries/rules/joined-parts';
import { PART_CHARACTERS } from '#shared/meetings/summaries/rules/transcript-parts';
import { describe, expect, it } from '#test/support/jest';

const aSummary = fc.record({
  title: fc.string({ maxLength: 120 }),
  sections: fc.array(
    fc.record({
      key: fc.stringMatching(/^[a-z_]{1,40}$/),
      title: fc.constant('A title'),
      markdown: fc
        .tuple(fc.string({ maxLength: 20, unit: 'binary' }), fc.nat(400))
        .map(([text, times]) => text.repeat(times)),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  actionItems: fc.array(
    fc.record({
      text: fc.constantFrom('Write the notes.', 'x'.repeat(500)),
      assigneeName: fc.constant('Ada'),
      start: fc.constant(12),
    }),
    { maxLength: 50 },
  ),
});

const material = (length: number) => ({ material: 'x'.repeat(length) });

describe('partSummary', () => {
  it('fits twice into one request, whatever the summary of a part says', () => {
    fc.assert(
      fc.property(aSummary, (summary) => {
        expect(partSummary(summary).length + 1).toBeLessThanOrEqual(PART_CHARACTERS / 2);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps a summary that fits as it is', () => {
    const item = { text: 'Write the notes.', assigneeName: 'Ada', start: 12 };
    const section = { key: 'overview', title: 'Overview', markdown: 'We ship on Friday.' };

    expect(JSON.parse(partSummary({ title: 'Release', sections: [section], actionItems: [item] }))).toEqual({
      title: 'Release',
      sections: [{ key: 'overview', text: 'We ship on Friday.' }],
      action_items: [{ text: 'Write the notes.', assignee: 'Ada', seconds: 12 }],
    });
  });

  it('shortens every section of one that is too long alike, and leaves out the last action items', () => {
    const sections = ['a', 'b'].map((key) => ({ key, title: key, markdown: 'x'.repeat(8_000) }));
    const actionItems = Array.from({ length: 8 }, (_, nth) => ({ text: `${nth}`, assigneeName: null, start: null }));

    const { sections: texts, action_items: items } = JSON.parse(partSummary({ title: '', sections, actionItems }));

    expect(texts.map(({ text }: { text: string }) => text.length)).toEqual([4_500, 4_500]);
    expect(items.map(({ text }: { text: string }) => text)).toEqual(['0', '1', '2', '3']);
  });
});

describe('groupsToJoin', () => {
  it('keeps every summary once and in order, in groups of two or more but the last, none too long', () => {
    const half = PART_CHARACTERS / 2 - 1;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: half }), { minLength: 1, maxLength: 40 }), (lengths) => {
        const groups = groupsToJoin(lengths.map(material));

        expect(groups.flat().map((one) => one.material.length)).toEqual(lengths);
        expect(groups.slice(0, -1).every((group) => group.length >= 2)).toBe(true);
        const sizes = groups.map((group) => group.map((one) => one.material).join('\n').length);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(PART_CHARACTERS);
      }),
    );
  });

  it('joins what fits into one request at once', () => {
    expect(groupsToJoin([100, 200, 300].map(material))).toHaveLength(1);
  });
});
