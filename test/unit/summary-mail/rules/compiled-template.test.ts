import { readFileSync } from 'node:fs';
import { SUMMARY_TEMPLATE } from '#shared/capture/summary-mail/rules/compiled-template';
import { describe, expect, it } from '#test/support/jest';

const SOURCE = readFileSync('assets/mail/summary.mjml', 'utf8');
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}|<!--[{}]\w+-->/g))].sort();

describe('the compiled template', () => {
  it('has every placeholder of its source', () => expect(placeholders(SUMMARY_TEMPLATE)).toEqual(placeholders(SOURCE)));
});
