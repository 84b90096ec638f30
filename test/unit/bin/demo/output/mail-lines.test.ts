import { stripVTControlCharacters } from 'node:util';
import { mailLines } from '#bin/demo/output/mail-lines';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { describe, expect, it } from '#test/support/jest';

const STACK = { app_url: 'http://127.0.0.1:8787' };

const aMail = (key: string, email: string) => ({
  key,
  mail: {
    id: 'mtg_01#MAIL#summary#1',
    kind: 'summary',
    workspaceId: 'wks_01' as WorkspaceId,
    to: { email, name: null },
    fromName: 'Acme',
    subject: 'Summary: Beta launch',
    html: '<p>',
    text: '',
    unsubscribeUrl: 'http://127.0.0.1:8787/unsubscribe',
  } as const,
});

const printed = (...mails: readonly ReturnType<typeof aMail>[]) =>
  mailLines(80, STACK, mails).map(stripVTControlCharacters);

describe('the summary mail in the demo', () => {
  it('is shown once, with every recipient and the page of the newest', () => {
    expect(printed(aMail('2_b', 'ross@lumen.example'), aMail('1_a', 'maya@lumen.example'))).toEqual([
      '  Subject     Summary: Beta launch',
      '  To          maya@lumen.example, ross@lumen.example',
      '  Read it     http://127.0.0.1:8787/app/outbox/2_b',
      '  2 mails, kept in the outbox: a local stack sends none',
    ]);
  });

  it('is looked for in the outbox where there is none yet', () => {
    expect(printed().join(' ')).toMatch(/^ {2}None yet: .* http:\/\/127\.0\.0\.1:8787\/app\/outbox$/);
  });
});
