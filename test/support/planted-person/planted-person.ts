import { createHash } from 'node:crypto';
import { emailHashPrefix, shortHash } from '#shared/foundation/dynamodb/keys';

/** A person with a name and an address that nothing else in a test has. */
export interface PlantedPerson {
  readonly name: string;
  readonly email: string;
}

/** `words` in place of a name of another person. The domain of the address is no mark of the person. */
export const plantedPerson = (seed: string, words = 'Zephyrine Quillfeather'): PlantedPerson => ({
  name: words,
  email: `zq-${seed}@planted.example`,
});

export type Trace = 'address' | 'name' | 'word' | 'hash';

/** What of a person stands in a text, in any case: the address, the name, one word of it, or a hash without a key. */
export function tracesOf({ name, email }: PlantedPerson): (text: string) => readonly Trace[] {
  const local = email.slice(0, email.lastIndexOf('@'));
  const words = name.toLowerCase().split(' ');
  const accounts = ['google', 'microsoft'].map((provider) => shortHash(`${provider}:${email}`));
  const whole = createHash('sha256').update(email);
  const hashes = [shortHash(email), emailHashPrefix(email), whole.digest('hex'), ...accounts];
  return (text) => {
    const lower = text.toLowerCase();
    const hasName = lower.includes(name.toLowerCase());
    return [
      ...(lower.includes(local) ? (['address'] as const) : []),
      ...(hasName ? (['name'] as const) : []),
      ...(!hasName && words.some((word) => lower.includes(word)) ? (['word'] as const) : []),
      ...(hashes.some((hash) => text.includes(hash)) ? (['hash'] as const) : []),
    ];
  };
}
