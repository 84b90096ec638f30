import { readFileSync } from 'node:fs';
import { type RowRule, rowRule } from '#bin/operator/restore/row-rules';
import { describe, expect, it } from '#test/support/jest';

/** Keys of every kind of row, as docs/table.md has them; two rows of a kind with the same key are one. */
function documentedKeys(): readonly string[] {
  const lines = readFileSync('docs/table.md', 'utf8').split('\n');
  const cells = lines.flatMap((line) => /^\| [^|]+ \| (`[^|]+`) \|/.exec(line)?.[1] ?? []);
  const keys = cells.map((cell) => cell.replaceAll('`', '').split(', '));
  return [...new Set(keys.flatMap(([pk = '', sk]) => (sk === undefined ? [] : [`${pk} ${sk}`])))];
}

const kinds = (rule: RowRule): readonly string[] =>
  documentedKeys().filter((key) => {
    const [pk = '', ...sk] = key
      .replace(/^mtg_ or whe_/, 'mtg_')
      .replaceAll('usr_', 'usr_1')
      .split(' ');
    return rowRule({ pk, sk: sk.join(' ') }) === rule;
  });

describe('a restore', () => {
  it('keeps who signs in, what the deployment is set up with, and what must not be sent again', () => {
    expect(kinds('kept')).toEqual([
      'usr_ .',
      'usr_ KEY',
      'SUB#h(issuer subject) .',
      'USERMAIL#h .',
      'wks_ ERASED#h',
      'aud_ .',
      'SYSTEM OAUTH_KEY',
      'PROVIDER#google .',
      'MODEL#speech .',
      'MODEL#summaries .',
      'MODEL#translations .',
      'SYSTEM ENDPOINT_PACES',
      'RECORDERS# .',
      'mtg_ or whe_ MAIL#occasion#h(email)',
      'SUPPRESSED#digest(email) .',
      'SUPPRESSED#digest(email) W#kind',
      'wks_ MAILS#2026-11-02',
      'wks_ MAILS#2026-11-02#strangers',
      'FOUNDER#usr_ MAILS#2026-11-02',
      'FOUNDER#usr_ MAILS#LEFT_OUT',
      'FOUNDER#usr_ MAIL_STOP',
      'SYSTEM UNSUBSCRIBE_KEY',
      'SYSTEM CURSOR_KEY',
      'SYSTEM CLIENT_STATE_KEY',
      'SYSTEM LIVE_TICKET_KEY',
      'SYSTEM CALENDAR_ACCESS_KEY',
      'SYSTEM FILE_LINK_KEYS',
    ]);
  });

  it('leaves credentials of hours, and counts and states of the minute', () => {
    expect(kinds('left')).toEqual([
      'SES#digest .',
      'SIGNIN#h(state) .',
      'SIGNUP#h(browser email) .',
      'CODE#h .',
      'TICKET#digest .',
      'LIVE#bot_ FEED',
      'LIVE#bot_ SEGMENT#nnn',
      'LIVE#bot_ READER#connection',
      'CONSENT#digest(state) .',
      'OAUTH#digest(id) .',
      'usr_ AGENT#h',
      'usr_ AGENT#h#W',
      'LIMIT#subject#limit#window .',
      'PLACES#queue#whe_ .',
      'LINE#whe_ .',
      'LINE#wks_ .',
      'LINE#REDELIVERIES#usr_ .',
      'LINE#WALKS#wks_ .',
      'RATE#whe_#second .',
      'RECORDER#name CIRCUIT',
      'OUTBOX# time_h(id)',
    ]);
  });

  it('sets back every other kind of row', () => {
    const others = documentedKeys().length - kinds('kept').length - kinds('left').length;
    expect(kinds('restored')).toHaveLength(others);
    expect(kinds('restored')).toEqual(
      expect.arrayContaining(['wks_ .', 'mtg_ .', 'bot_ .', 'evt_ .', 'out_ EVENT#type', 'usr_ WKS#W', 'usr_ IDEM#h']),
    );
  });
});
