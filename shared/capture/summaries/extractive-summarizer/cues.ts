/** English phrases that classify a sentence. There are none for other languages yet: see `sections.ts`. */
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';

const I_WILL =
  /(?:^|[.,;!] |\b(?:and|so|then|yes|okay|ok|sure|well) )i(?: will|'ll| am going to|'m going to) (?!be\b|say\b|never\b|just say\b|admit\b|assume\b|guess\b|see\b|let you\b)/i;
const REPORTED = /\b(?:said|says|told|asked|if|whether)\b/i;
const REQUEST =
  /\b(?:can|could|would|will) you (?!hear|see|repeat|say|hold|imagine|believe|tell me)|\bplease (?!repeat|hold|wait|go ahead)\w|\baction items?:|\b(?:someone|somebody) (?:needs|has) to\b|\bwe need to\b/i;
const PROPOSAL =
  /\blet's (?!see|say|start|begin|get started|move on|go on|continue|wrap|talk|take a|hear|go with|keep|stick|use\b|be\b|not\b)/i;

const KINDS = {
  decision:
    /\b(?:we|they|i)(?:'ve| have)?(?: all)? (?:decided|agreed)\b|\b(?:it is|it's|that is|that's|is) (?:decided|agreed|settled|approved)\b|\b(?:the|our) decision is\b|\blet's (?:go with|keep|stick with|use|drop|postpone)\b|\bwe(?:'ll| will)(?: go| stick) with\b|\bwe(?:'re| are) going with\b/i,
  next: new RegExp(
    `\\bnext (?:week|month|quarter|meeting|call|time|steps?|${DAY})\\b|\\btomorrow\\b|\\bfollow(?:ing)?[- ]up\\b|\\b(?:by|on|until) (?:${DAY}|the end of)\\b`,
    'i',
  ),
  question: /\?$/,
  risk: /\b(?:risks?|risky|block(?:ed|ers?|ing)|problems?|issues?|bugs?|delay(?:s|ed)?|worr(?:y|ied)|concern(?:s|ed)?|too (?:long|late|slow|expensive|much)|fail(?:s|ed|ing)?|stuck)\b/i,
  idea: /\b(?:what if|how about|ideas?|we could|you could|could we|maybe we|i wish|i suggest|would be (?:nice|great|good))\b/i,
  feedback:
    /\b(?:i|we|they|customers?|users?) (?:really )?(?:like|love|hate|dislike|enjoy|prefer|appreciate|miss)\b|\b(?:confusing|difficult|hard to|easy to|useful|annoying|well done|great job|good work|feedback)\b/i,
  need: /\b(?:i|we|they|you|customers?) (?:need|want|look for|are looking for|struggle|would like)\b/i,
  money:
    /\b(?:price|prices|pricing|budget|cost|costs|dollars?|euros?|contract|quarter|deadline|discount|invoices?)\b|[$€£]\s?\d/i,
  done: /\b(?:done|finished|completed|fixed|shipped|released|merged|ready|launched|deployed)\b/i,
  plan: /\b(?:(?:today|tomorrow|next) i\b|i(?:'m| am) (?:working|going to work) on|i(?: will|'ll)|we(?: will|'ll)|plan(?:ned|ning)? to|going to)\b/i,
  definition:
    /\b(?:is called|are called|means that|means|is defined as|refers to|stands for|in other words|is a kind of)\b/i,
} as const;

export type Cue = keyof typeof KINDS;

/** Whether the sentence has a phrase of that kind. A request in the form of a question is not a question. */
export const hasCue = (cue: Cue, text: string): boolean =>
  KINDS[cue].test(withStraightQuotes(text)) && !(cue === 'question' && isRequest(text));

/** The speaker commits to something: `I will …`, but not reported speech or a question. */
export const isPromise = (text: string): boolean =>
  I_WILL.test(withStraightQuotes(text)) && !REPORTED.test(text) && !text.endsWith('?');

/** The sentence asks for something to be done, without a commitment. */
export const isRequest = (text: string): boolean =>
  REQUEST.test(withStraightQuotes(text)) || PROPOSAL.test(withStraightQuotes(text));

const withStraightQuotes = (text: string): string => text.replaceAll('’', "'");

/** A longer sentence is cut. */
const MAX_CHARACTERS = 500;

/** Text or a name escaped for Markdown, on one line. */
export const plain = (text: string): string => shortened(text, MAX_CHARACTERS).replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

/** The text, cut at a word boundary if possible. */
export function shortened(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const atWord = cut.slice(0, cut.lastIndexOf(' '));
  return `${atWord.length > longest / 2 ? atWord : cut}…`;
}
