import { framesOf, type LiveMessage, messagesFor } from '#shared/meetings/live-transcripts/rules/live-messages';
import { describe, expect, it } from '#test/support/jest';
import { aFeed, aLine } from './a-line.ts';

const ben = { speakerKey: 'ben', speakerName: 'Ben' };

function aConversation() {
  const feed = aFeed();
  feed.add(aLine(1, 'Hello.'));
  feed.add(aLine(3, 'Shall we?'));
  feed.add(aLine(5, 'Yes.', ben));
  return feed;
}

const shortly = (message: LiveMessage): string => {
  if (message.type === 'segment') return message.text;
  return message.type === 'speaker' ? `${message.speaker}:` : message.status;
};

describe('the messages for a reader', () => {
  it('begin with the status, and name a speaker before what they say', () => {
    const messages = messagesFor({ told: null }, { status: 'in_call', segments: aConversation().segments(), after: 0 });

    expect(messages.map(shortly)).toEqual(['in_call', 'Ada:', 'Hello.', 'Shall we?', 'Ben:', 'Yes.']);
  });

  it('have no status that it knows, and go on after an id', () => {
    const feed = aConversation();
    const [first] = feed.segments();

    const messages = messagesFor(
      { told: 'in_call' },
      { status: 'in_call', segments: feed.segments(), after: first?.id ?? 0 },
    );

    expect(messages.map(shortly)).toEqual(['Shall we?', 'Ben:', 'Yes.']);
  });

  it('have a segment in its last form, where it changed since', () => {
    const feed = aFeed();
    const [partial] = feed.add(aLine(1, 'Hel', { isFinal: false }));
    feed.add(aLine(1, 'Hello.'));

    const messages = messagesFor(
      { told: 'in_call' },
      { status: 'in_call', segments: feed.segments(), after: partial?.id ?? 0 },
    );

    expect(messages.at(-1)).toMatchObject({ type: 'segment', segment: 1, final: true, text: 'Hello.' });
  });
});

describe('frames', () => {
  it('are JSON arrays of messages, none when there are none', () => {
    expect(framesOf([{ type: 'status', status: 'joining' }])).toEqual(['[{"type":"status","status":"joining"}]']);
    expect(framesOf([])).toEqual([]);
  });

  it('have at most 30,000 characters, and all messages in their order', () => {
    const feed = aFeed();
    for (let second = 0; second < 100; second += 1) feed.add(aLine(second, 'x'.repeat(1_000)));
    const messages = messagesFor({ told: null }, { status: 'in_call', segments: feed.segments(), after: 0 });

    const frames = framesOf(messages);

    expect(frames.flatMap((frame) => JSON.parse(frame))).toEqual(messages);
    for (const frame of frames) expect(frame.length).toBeLessThan(31_000);
  });
});
