import fc from 'fast-check';
import { linksIn } from '#shared/calendars/sync/rules/links-in-text';
import { type LinkPlaces, meetingLinkOf } from '#shared/calendars/sync/rules/meeting-link';
import { callIn, platformOf, readLink } from '#shared/meetings/meetings/rules/read-link';
import { describe, expect, it } from '#test/support/jest';
import cases from '../../../../data/meeting-links.json' with { type: 'json' };

interface Case {
  readonly reason: string;
  readonly places: LinkPlaces;
  readonly expected: string | null;
}

const placesIn = (written: {
  location?: string | undefined;
  conference?: readonly string[] | undefined;
  description?: string | undefined;
}): LinkPlaces => ({
  location: written.location ?? null,
  conferenceLinks: written.conference ?? [],
  description: written.description ?? null,
});
const all: readonly Case[] = cases.map(([reason, places, expected]) => ({
  reason: String(reason),
  places: placesIn(places as Parameters<typeof placesIn>[0]),
  expected: expected as string | null,
}));

describe('the link that an occurrence is joined by', () => {
  it.each(all)('$reason', ({ places, expected }) => expect(meetingLinkOf(places)).toBe(expected));

  it.each(all.filter(({ expected }) => expected && platformOf(expected)))(
    '$reason: found again it stays the same, and a bot may be sent there',
    ({ expected }) => {
      expect(meetingLinkOf(placesIn({ location: String(expected) }))).toBe(expected);
      expect(callIn(String(expected))).toMatchObject({ url: expected });
    },
  );

  const aPiece = fc.constantFrom(
    ...[
      'https://',
      'zoom.us',
      '/j/1234567890',
      '?pwd=abc',
      'https%3A%2F%2F',
      '<a href="',
      '">',
      '</a>',
      '&amp;',
      '(',
      ')',
    ],
    ...[
      'meet.google.com/abc-defg-hij',
      'zoommtg://',
      'context={',
      '}',
      ' ',
      '\n',
      '*',
      'https://www.google.com/url?q=',
    ],
    ...['urldefense.com/v3/__', '__;JSU!!', 'https://secure-web.cisco.com/1/', '#', '@', '\\', '%zz', '\ud800', '。'],
  );
  const aText = fc.oneof(
    fc.array(aPiece, { maxLength: 14 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('is always one that may be stored, and never that of a sign-in as the host', () => {
    fc.assert(
      fc.property(aText, aText, aText, (location, conference, description) => {
        const link = meetingLinkOf({ location, conferenceLinks: [conference], description });
        if (link !== null) expect(readLink(link).kind).not.toBe('invalid');
        expect(link ?? '').not.toMatch(/[?&]zak=/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a platform is found behind any words, in text and in HTML', () => {
    const aWord = fc.constantFrom('Join', 'Hello', '—', 'Zoom:', '(', '&lt;', '<b>', '</b>', '<br/>', '10:00', 'a@b.c');
    fc.assert(
      fc.property(fc.array(aWord, { maxLength: 6 }), fc.boolean(), (words, isAnchor) => {
        const link = 'https://zoom.us/j/1234567890?pwd=abc';
        const description = `${words.join(' ')} ${isAnchor ? `<a href="${link}">x</a>` : link} ${words.join(' ')}`;
        expect(meetingLinkOf({ location: null, conferenceLinks: [], description })).toBe(link);
      }),
    );
  });
});

describe('links in a text that was made to waste time', () => {
  const million = 1_000_000;
  it.each([
    ['tags that never end', '<a '.repeat(million)],
    ['schemes alone', 'https://'.repeat(million)],
    ['full stops', `https://zoom.us/${'.'.repeat(million)}x`],
    ['closing brackets', `https://zoom.us/${')'.repeat(million)}`],
    ['words of a host', 'a-'.repeat(million)],
    ['contexts that are not closed', `https://x/${'context={'.repeat(million)}`],
    ['ampersands', '&amp;'.repeat(million)],
    ['links without number', 'https://zoom.us/j/1 '.repeat(million)],
    ['stars of Proofpoint', `https://urldefense.com/v3/__${'**A'.repeat(million)}__;JSU!!x$`],
  ])('%s: are read and done with', (_what, text) => {
    expect(linksIn(text).length).toBeLessThanOrEqual(1_200);
    expect(meetingLinkOf({ location: text, conferenceLinks: [text], description: text })).toBeDefined();
  });
});
