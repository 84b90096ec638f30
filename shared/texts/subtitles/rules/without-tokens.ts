import { endsClause, endsSentence, type Token } from './token.ts';

const CAPITAL = /^\p{Lu}/u;
const END_MARK = /[.?!…。！？؟।]$/;
const CLAUSE_MARK = /[,;:、，；：،؛]$/;

export const capitalized = (token: Token): Token => {
  const [first = '', ...rest] = token.text;
  return { ...token, text: first.toUpperCase() + rest.join('') };
};

/** Tokens without those at some places. What is left keeps the capital and the full stop of a sentence. */
export function withoutTokens(tokens: readonly Token[], dropped: ReadonlySet<number>): readonly Token[] {
  const kept: Token[] = [];
  let needsCapital = false;
  for (const [index, token] of tokens.entries()) {
    const last = kept.at(-1);
    if (!dropped.has(index)) {
      kept.push(needsCapital ? capitalized(token) : token);
      needsCapital = false;
      continue;
    }
    needsCapital ||= CAPITAL.test(token.text) && (!last || endsSentence(last));
    if (last) kept[kept.length - 1] = punctuatedAs(last, token);
  }
  return kept;
}

/** `fix, um.` becomes `fix.`, and `we, uh, should` becomes `we should`. */
function punctuatedAs(last: Token, dropped: Token): Token {
  const mark = END_MARK.exec(dropped.text)?.[0];
  if (mark && !endsSentence(last)) return { ...last, text: last.text.replace(CLAUSE_MARK, '') + mark };
  return endsClause(dropped) ? { ...last, text: last.text.replace(/,$/, '') } : last;
}
