import { hasCue, isPromise, isRequest } from '#shared/capture/summaries/extractive-summarizer/cues';
import { describe, expect, it } from '#test/support/jest';

describe('a promise', () => {
  it.each([
    'I will send them this afternoon.',
    'I’ll take the invoices.',
    'Good. I will write to the customers.',
    'Sure, I am going to ask Ben.',
    'The page is late, so I will finish it first.',
  ])('is %s', (text) => {
    expect(isPromise(text)).toBe(true);
  });

  it.each([
    'I will be in Rome.',
    'I will say this once.',
    'She said I will do it.',
    'Ask me if I will come.',
    'What will I do?',
    'I did it yesterday.',
    'Hawaii will win.',
  ])('is not %s', (text) => {
    expect(isPromise(text)).toBe(false);
  });
});

describe('a request', () => {
  it.each([
    'Can you send me the invoices, Alan?',
    'Please update the page.',
    "Let's check the invoices on Monday.",
    'Somebody has to call them.',
    'Action item: call the bank.',
  ])('is %s', (text) => {
    expect(isRequest(text)).toBe(true);
  });

  it.each(['Can you hear me?', "Let's get started.", 'Let’s see.', 'You can go.', 'It was pleasing.'])(
    'is not %s',
    (text) => {
      expect(isRequest(text)).toBe(false);
    },
  );
});

describe('a cue', () => {
  it.each([
    ['decision', 'We decided to keep the price.'],
    ['decision', "Let's go with the second one."],
    ['next', 'The next meeting is later.'],
    ['question', 'How long would it take?'],
    ['risk', 'That takes too long.'],
    ['idea', 'What if we called them?'],
    ['feedback', 'I really like the page.'],
    ['money', 'It costs $12.'],
    ['done', 'The page is ready.'],
    ['definition', 'This is called a hash.'],
  ] as const)('of a %s is in: %s', (cue, text) => {
    expect(hasCue(cue, text)).toBe(true);
  });

  it('of a question is not in a request', () => {
    expect(hasCue('question', 'Can you send me the invoices?')).toBe(false);
  });
});
